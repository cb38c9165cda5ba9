import type { BatchOutcome } from "../../../contract";
import type { Caller } from "../operations";
import { type CsvRow, externalIdOf, type Mapping, personOf } from "./rows";
import { cellsOf, type ImportState, rowOf } from "./state";

/** The most that the API takes. */
export const rowsOfAGroup = 100;

/** Sends the next group; what was sent before a reload or a failure is not done twice. */
export async function importGroup(call: Caller, state: ImportState): Promise<ImportState> {
  const { id, columns, keptColumns, waiting, done } = state;
  const rows = waiting.slice(0, rowsOfAGroup).map((cells) => rowOf(cells, keptColumns));
  const results = await sendRows(call, rows, state, { idempotencyKey: `${id}-${done}` });
  const count = (wanted: BatchOutcome) => results.filter(({ outcome }) => outcome === wanted).length;
  const refused = results.flatMap(({ row, problem }) => (problem === undefined ? [] : { cells: cellsOf(row, columns), problem }));
  return {
    ...state,
    waiting: waiting.slice(rowsOfAGroup),
    done: done + rows.length,
    created: state.created + count("created"),
    updated: state.updated + count("updated"),
    audienceIds: [...state.audienceIds, ...results.flatMap(({ audienceId }) => audienceId ?? [])],
    refused: [...state.refused, ...refused],
  };
}

interface RowResult {
  row: CsvRow;
  /** What became of its person. */
  outcome: BatchOutcome | null;
  audienceId?: string | undefined;
  problem?: string | undefined;
}

/** Persons, and then their audiences. A dry run changes nothing; persons that would be new have no identifier in it. */
export async function sendRows(
  call: Caller,
  rows: readonly CsvRow[],
  { mapping, pageId }: { mapping: Mapping; pageId: string | null },
  { dryRun = false, idempotencyKey }: { dryRun?: boolean; idempotencyKey?: string },
): Promise<RowResult[]> {
  const persons = await call(
    "upsertPersonBatch",
    { body: { persons: rows.map((row) => personOf(row, mapping)) as never, dryRun } },
    { ...(idempotencyKey !== undefined && { idempotencyKey }) },
  );
  const results = persons.results.map(({ outcome, person, problem }, index) => ({
    row: rows[index] as CsvRow,
    outcome,
    personId: person?.personId,
    ...(outcome === null && { problem: describe(problem) }),
  }));
  const sound = results.filter(({ outcome }) => outcome !== null);
  if (pageId === null || sound.length === 0) return results;
  const audiences = sound.map(({ row, personId }) => ({ externalId: externalIdOf(row, mapping), ...(personId && { personId }) }));
  const made = await call("upsertAudienceBatch", { params: { page_id: pageId }, body: { audiences, dryRun } });
  const madeOf = new Map(sound.map((result, index) => [result, made.results[index]]));
  return results.map((result) => {
    const { audience, problem } = madeOf.get(result) ?? {};
    return { ...result, audienceId: audience?.audienceId, ...(problem && { problem: describe(problem) }) };
  });
}

interface ItemProblem {
  detail: string;
  errors?: { location: string; message: string }[] | undefined;
}

function describe(problem: ItemProblem | null): string {
  const fields = problem?.errors?.map(({ location, message }) => `${location.replace(/^.*\./, "")} ${message}`);
  return fields?.join("; ") ?? problem?.detail ?? "It was refused";
}
