import type { ErasedTable } from "../../contract";
import type { Writing } from "../context";
import { recordEvent } from "../events/record";
import { addToPersonCount, deletePersonRow, findPersonToChange, personsById } from "../features/persons";
import { notFound, Problem } from "../records/problem";
import type { RowCounts, TableName } from "./erasure";
import { keepAllIdentifiers, lockIdentifiersOf } from "./former-identifiers";
import { indexSomeEvents } from "./index-events";
import { type Counts, type Erasure, findErasureToChange, removeErasure, saveErasure } from "./queries";
import { stages } from "./stages";
import { searchedTables } from "./tables";

/** Simple rows that one transaction looks at: few enough for others not to notice. */
export const rowsAtOnce = 100;
/** Less than a connection may be idle. */
const maxAnswerMs = 20_000;

type Change = <Result>(work: (ctx: Writing) => Promise<Result>) => Promise<Result>;

/**
 * Erases a person in as many short transactions as it takes, and returns what was searched and removed. 404 when there is no
 * such person. An erasure that is interrupted is finished by a repeated request, or by a job.
 */
export async function erasePerson(change: Change, personId: string): Promise<ErasedTable[]> {
  const until = performance.now() + maxAnswerMs;
  for (;;) {
    const step = await change((ctx) => takeStep(ctx, personId));
    if (step === "gone") throw notFound();
    if (step !== "more") return step;
    if (performance.now() > until) {
      const detail = "The person is still being erased: repeat the request to hear the end of it";
      throw new Problem("unavailable", { detail, headers: { "retry-after": "1" } });
    }
  }
}

/** Begins an erasure, goes on with it, or ends it. */
export async function takeStep(ctx: Writing, personId: string): Promise<ErasedTable[] | "more" | "gone"> {
  if ((await indexSomeEvents(ctx, rowsAtOnce)) !== undefined) return "more";
  const erasure = await currentErasure(ctx, personId);
  if (!erasure) return "gone";
  const isDone = await walk(ctx, erasure);
  if (!isDone) {
    await saveErasure(ctx, erasure);
    return "more";
  }
  await Promise.all([removeErasure(ctx, personId), recordEvent(ctx, "person.deleted", personId, { personId })]);
  return searchedTables.map((table) => ({ table, ...(erasure.counts[table] ?? nothingFound) }));
}

/** Looked for again at the end, because another request may have begun it while this one waited for the person. */
async function currentErasure(ctx: Writing, personId: string): Promise<Erasure | undefined> {
  return (
    (await findErasureToChange(ctx, personId)) ??
    (await beginErasure(ctx, personId)) ??
    (await findErasureToChange(ctx, personId))
  );
}

/** The row goes first: from then on nothing can be made for the person, and what was made by then can be found. */
async function beginErasure(ctx: Writing, personId: string): Promise<Erasure | undefined> {
  const [known] = await personsById(ctx.db, ctx.tenantId, [personId]);
  if (known) await lockIdentifiersOf(ctx, known, rowsAtOnce);
  const row = await findPersonToChange(ctx, personId);
  if (!row) return undefined;
  const { name, slug, email, phone_number, linkedin_profile_url } = row;
  const person = { person_id: personId, name, slug, email, phone_number, linkedin_profile_url };
  await Promise.all([keepAllIdentifiers(ctx, person), deletePersonRow(ctx, personId), addToPersonCount(ctx, -1)]);
  const counts: Counts = { persons: { found: 1, removed: 1, changed: 0 } };
  return { person, stage: stages[0]?.name ?? "", position: "", counts };
}

/** Goes on until the transaction has looked at as many rows as it may. True at the end of the last stage. */
async function walk(ctx: Writing, erasure: Erasure): Promise<boolean> {
  const count = (table: TableName, { found, removed = 0, changed = 0 }: RowCounts) => {
    const before = erasure.counts[table] ?? nothingFound;
    erasure.counts[table] = {
      found: before.found + found,
      removed: before.removed + removed,
      changed: before.changed + changed,
    };
  };
  let left = rowsAtOnce;
  for (let index = indexOfStage(erasure); ; ) {
    const stage = stages[index];
    if (!stage) return true;
    const { weight = 1, endsTransaction = false } = stage;
    const limit = Math.floor(left / weight);
    if (limit < 1) return false;
    const { rows, next } = await stage.forget({ ...ctx, person: erasure.person, limit, count }, erasure.position);
    left = endsTransaction ? 0 : left - rows * weight;
    if (next === undefined) index += 1;
    erasure.stage = stages[index]?.name ?? "";
    erasure.position = next ?? "";
  }
}

/** All stages can run again: they do if the erasure was begun by a Foyer with other stages. */
function indexOfStage(erasure: Erasure): number {
  const index = stages.findIndex(({ name }) => name === erasure.stage);
  if (index < 0) erasure.position = "";
  return Math.max(0, index);
}

const nothingFound: Required<RowCounts> = { found: 0, removed: 0, changed: 0 };
