import type { Writing } from "../context";
import { among, sql, sqlRows, type Value } from "../storage/sql";
import { furtherPosition, maxPositions, placeOf, posting } from "./encoding/posting";
import { type OwnTerms, readOwnTerms, writeOwnTerms } from "./own-terms";
import { Stretches } from "./stretches";
import { changedTerms, ownBucketOf, type TermChange } from "./terms";
import { eachTerm, type TermKey, termOf, textOfLine } from "./text";

/** What a place had and has: a record's line, or null for none. */
export interface PlaceChange {
  place: number;
  before: string | null;
  after: string | null;
}

/** The block and the place of a record, as one text, so that one list of values looks up many. */
export function spotAt(block: number, place: number): string {
  return `${block}.${place}`;
}

export function parseSpot(spot: string): { block: number; place: number } {
  const [block, place] = spot.split(".").map(Number) as [number, number];
  return { block, place };
}

/** Held while blocks change: of two concurrent changes of a block, one would be lost. */
export function blocksLock({ tenantId }: Writing, kind: string): string {
  return `search ${tenantId} ${kind}`;
}

export async function changeBlock(ctx: Writing, kind: string, block: number, changes: readonly PlaceChange[]): Promise<void> {
  const stretches = new Stretches();
  const own = await readOwnTerms(ctx, kind, block);
  const written = await writeTerms(ctx, kind, block, await changesByBucket(changes, own, stretches), stretches);
  const left = [...own.terms].filter((term) => written.get(ownBucketOf(term)) !== "");
  if (left.length < own.terms.size) await writeOwnTerms(ctx, kind, block, left);
}

/** Changes of terms, by the row they are in. */
type TermChanges = Map<string, Map<string, TermChange>>;

/** Returns the rows as they are now. */
async function writeTerms(
  ctx: Writing,
  kind: string,
  block: number,
  changes: TermChanges,
  stretches: Stretches,
): Promise<ReadonlyMap<string, string>> {
  const { db, tenantId } = ctx;
  const found = await db.all<{ bucket: string; terms: string }>(sql`
    SELECT bucket, terms FROM search_terms
    WHERE tenant_id = ${tenantId} AND kind = ${kind} AND block = ${block} AND bucket ${among([...changes.keys()])}`);
  const before = new Map(found.map(({ bucket, terms }) => [bucket, terms]));
  const after = new Map<string, string>();
  for (const [bucket, some] of changes) after.set(bucket, await changedTerms(before.get(bucket) ?? "", some, stretches));
  await saveRows(ctx, kind, block, after);
  return after;
}

/** By their buckets. Empty ones are removed. */
export async function saveRows(
  { db, tenantId }: Writing,
  kind: string,
  block: number,
  rowOf: ReadonlyMap<string, string>,
): Promise<void> {
  const empty = [...rowOf].flatMap(([bucket, terms]) => (terms === "" ? bucket : []));
  const rows: Value[][] = [...rowOf].flatMap(([bucket, terms]) => (terms === "" ? [] : [[tenantId, kind, bucket, block, terms]]));
  const removal = sql`
    DELETE FROM search_terms
    WHERE tenant_id = ${tenantId} AND kind = ${kind} AND block = ${block} AND bucket ${among(empty)}`;
  await Promise.all([
    empty.length > 0 ? db.run(removal) : undefined,
    ...sqlRows(rows).map((some) =>
      db.run(sql`
        INSERT INTO search_terms (tenant_id, kind, bucket, block, terms) VALUES ${some}
        ON CONFLICT (tenant_id, kind, bucket, block) DO UPDATE SET terms = excluded.terms`),
    ),
  ]);
}

async function changesByBucket(changes: readonly PlaceChange[], own: OwnTerms, stretches: Stretches): Promise<TermChanges> {
  const changed = new Map<TermKey, TermChange>();
  const byBucket: TermChanges = new Map();
  const changeOf = (key: TermKey): TermChange => {
    const known = changed.get(key);
    if (known) return known;
    const change: TermChange = { removed: new Set(), added: [], isAppended: true };
    changed.set(key, change);
    const term = termOf(key);
    const bucket = own.bucketOf(term);
    const inBucket = byBucket.get(bucket);
    if (inBucket) inBucket.set(term, change);
    else byBucket.set(bucket, new Map([[term, change]]));
    return change;
  };
  const commonWordsOf = async (line: string): Promise<ReadonlySet<string>> => {
    const words = new Set<string>();
    for (const _ of own.eachWord(textOfLine(line), words)) await stretches.pause();
    return words;
  };
  // Postings are kept in the order of places.
  for (const { place, before, after } of changes.toSorted((one, other) => one.place - other.place)) {
    if (before !== null) {
      const pieces = eachTerm(before, (term) => {
        const change = changeOf(term);
        change.removed.add(place);
        change.isAppended = false;
      });
      for (const _ of pieces) await stretches.pause();
      for (const word of await commonWordsOf(before)) changeOf(word).removed.add(place);
    }
    if (after === null) continue;
    const pieces = eachTerm(after, (term, position) => {
      const change = changeOf(term);
      addPosition(change.added, place, position);
      if (before !== null) change.isAppended = false;
    });
    for (const _ of pieces) await stretches.pause();
    for (const word of await commonWordsOf(after)) changeOf(word).added.push(posting(place, 0));
  }
  return byBucket;
}

/** A text may repeat a term without end; what is kept of it is bounded. */
function addPosition(added: number[], place: number, position: number): void {
  const kept = added.at(-maxPositions);
  if (kept === undefined || placeOf(kept) !== place) added.push(posting(place, position));
  else if (added.at(-1) !== posting(place, furtherPosition)) added.push(posting(place, furtherPosition));
}
