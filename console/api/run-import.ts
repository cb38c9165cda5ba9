import { externalIdOf, type ImportState, personOf, type Refused, rowsAtOnce } from "./import";
import type { Caller } from "./operations";

/** Sends the next group; what was sent before a reload or a failure is not done twice. */
export async function importGroup(call: Caller, state: ImportState): Promise<ImportState> {
  const { id, rows, mapping, pageId, done } = state;
  const group = rows.slice(done, done + rowsAtOnce);
  const persons = await call(
    "upsertPersonBatch",
    { body: { persons: group.map((row) => personOf(row, mapping)) as never } },
    { idempotencyKey: `${id}-${done}` },
  );
  const refused: Refused[] = [];
  const sound = group.flatMap((row, index) => {
    const result = persons.results[index];
    if (result?.person) return { row, personId: result.person.personId, outcome: result.outcome };
    refused.push({ row, problem: describe(result?.problem) });
    return [];
  });
  if (pageId !== null && sound.length > 0) {
    const audiences = sound.map(({ row, personId }) => ({ externalId: externalIdOf(row, mapping), personId }));
    const { results } = await call("upsertAudienceBatch", { params: { page_id: pageId }, body: { audiences } });
    results.forEach(({ problem }, index) => {
      if (problem) refused.push({ row: sound[index]?.row ?? {}, problem: describe(problem) });
    });
  }
  return {
    ...state,
    done: done + group.length,
    created: state.created + sound.filter(({ outcome }) => outcome === "created").length,
    updated: state.updated + sound.filter(({ outcome }) => outcome === "updated").length,
    refused: [...state.refused, ...refused],
  };
}

function describe(
  problem: { detail: string; errors?: { location: string; message: string }[] | undefined } | null | undefined,
): string {
  const fields = problem?.errors?.map(({ location, message }) => `${location.replace(/^.*\./, "")} ${message}`);
  return fields?.join("; ") ?? problem?.detail ?? "It was refused";
}
