import { type Audience, type BatchOutcome, type KeyedAudience, keyedAudience } from "../../../contract";
import type { Handler, WriteContext } from "../../context";
import { notFound, Problem } from "../../records/problem";
import { createTokenCheck } from "../../rendering/tokens";
import { checkedItem, describedProblem } from "../../validation/batch-item";
import { findPageToShare, type PageRow } from "../pages";
import { addAudiences, referenceProblems } from "./changes/add-audiences";
import { matchAudience } from "./changes/change-audience";
import { type AudienceRow, audiencesToChangeByExternalId, lockExternalId } from "./queries";
import { wholeAudience } from "./reading/whole-audiences";

export const upsertAudienceBatch: Handler<"upsertAudienceBatch"> = async (ctx, { params, body }) => {
  const page = await findPageToShare(ctx, params.page_id);
  if (!page) throw notFound();
  if (page.archived_at !== null) throw new Problem("page_archived");
  const items = await checkReferences(ctx, withoutRepeats(body.audiences.map(toItem)));
  const keys = items.flatMap(({ given }) => (given instanceof Problem ? [] : given.externalId)).sort();
  // A fixed order avoids deadlocks.
  for (const key of keys) await lockExternalId(ctx, page.page_id, key);
  const existing = await audiencesToChangeByExternalId(ctx, page.page_id, keys);
  const rowOf = new Map(existing.map((row) => [row.external_id, row]));
  const results = new Map<Item, Result>();
  const added: Item[] = [];
  for (const item of items) {
    const row = item.given instanceof Problem ? undefined : rowOf.get(item.given.externalId);
    if (item.given instanceof Problem) results.set(item, refused(item.given));
    else if (row) results.set(item, await updated(ctx, row, item.given, body.dryRun));
    else added.push(item);
  }
  if (added.length > 0) await addAll(ctx, page, added, body.dryRun, results);
  return { results: items.map((item) => results.get(item) as Result) };
};

interface Item {
  given: KeyedAudience | Problem;
  location: string;
}

interface Result {
  outcome: BatchOutcome | null;
  audience: Audience | null;
  problem: ReturnType<typeof describedProblem> | null;
}

const checkTokens = createTokenCheck(keyedAudience);

function toItem(one: object, index: number): Item {
  const location = `body.audiences[${index}]`;
  return { given: checkedItem(keyedAudience, one, location, checkTokens), location };
}

/** Only the first of several with the same identifier counts. */
function withoutRepeats(items: readonly Item[]): Item[] {
  const seen = new Set<string>();
  return items.map(({ given, location }) => {
    const isRepeated = !(given instanceof Problem) && seen.has(given.externalId);
    if (!(given instanceof Problem)) seen.add(given.externalId);
    const errors = [{ location: `${location}.externalId`, code: "duplicate", message: "must occur once in a batch" }];
    return { given: isRepeated ? new Problem("validation_failed", { errors }) : given, location };
  });
}

async function checkReferences(ctx: WriteContext, items: readonly Item[]): Promise<Item[]> {
  const sound = items.flatMap(({ given, location }) => (given instanceof Problem ? [] : { body: given, location }));
  const problemsOf = await referenceProblems(ctx, sound);
  return items.map(({ given, location }) => {
    const errors = given instanceof Problem ? [] : problemsOf({ body: given, location });
    return { given: errors.length > 0 ? new Problem("validation_failed", { errors }) : given, location };
  });
}

async function updated(ctx: WriteContext, row: AudienceRow, given: KeyedAudience, dryRun: boolean): Promise<Result> {
  const { externalId: _, ...changes } = given;
  const audience = dryRun ? await wholeAudience(ctx, row.audience_id) : await matchAudience(ctx, row, changes);
  return { outcome: "updated", audience, problem: null };
}

async function addAll(ctx: WriteContext, page: PageRow, items: readonly Item[], dryRun: boolean, results: Map<Item, Result>) {
  const requested = items.map(({ given, location }) => ({ body: given as KeyedAudience, location }));
  const added = dryRun ? items.map(() => null) : await addAudiences(ctx, page, requested);
  for (const [index, item] of items.entries()) {
    const made = added[index] ?? null;
    results.set(item, made instanceof Problem ? refused(made) : { outcome: "created", audience: made, problem: null });
  }
}

function refused(problem: Problem): Result {
  return { outcome: null, audience: null, problem: describedProblem(problem) };
}
