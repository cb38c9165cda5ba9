import type { Writing } from "../../context";
import { countFitting } from "../../records/paging";
import { contentHash } from "../../rendering";
import type { Reader } from "../../storage/port";
import { among, sql, sqlRows } from "../../storage/sql";

/** A set that was used within this time is known to be there with all its parts. */
const freshMs = 600_000;
/** What nothing refers to stays for this long: far longer than a build that is about to refer to it takes. */
const graceMs = 6 * freshMs;

/** The shared parts of a version. Most versions of a page have the same. */
interface PartSet {
  hash: string;
  parts: ReadonlyMap<string, string>;
}

export function partSetOf(parts: ReadonlyMap<string, string>): PartSet {
  return { hash: contentHash([...parts.keys()].sort().join()), parts };
}

/** Writes what is not there yet, and notes that it was used: what is about to be referred to is not removed meanwhile. */
export async function keepParts(ctx: Writing, sets: readonly PartSet[]): Promise<void> {
  const { db, tenantId, dialect } = ctx;
  const wanted = new Map(sets.map((set) => [set.hash, set]));
  // By the database's clock: whoever removes what is old may be another process, with another clock.
  const [clock, used] = await Promise.all([
    db.first<{ now: number }>(sql`SELECT ${dialect.now} AS now`),
    db.all<{ set_hash: string; used_at: number }>(sql`
      SELECT set_hash, used_at FROM part_sets WHERE tenant_id = ${tenantId} AND set_hash ${among([...wanted.keys()])}`),
  ]);
  const now = Number(clock?.now);
  for (const { set_hash, used_at } of used) if (used_at > now - freshMs) wanted.delete(set_hash);
  if (wanted.size > 0) await writeSets(ctx, [...wanted.values()], now);
}

/** Every list is in a fixed order, which avoids deadlocks. */
async function writeSets({ db, tenantId }: Writing, sets: readonly PartSet[], now: number): Promise<void> {
  const parts = sorted(sets.flatMap(({ parts }) => [...parts]));
  const members = sets.flatMap(({ hash, parts }) => [...parts.keys()].map((part) => [tenantId, part, hash]));
  const hashes = sorted(sets.map(({ hash }): [string, null] => [hash, null]));
  await Promise.all([
    ...sqlRows(parts.map(([hash, body]) => [tenantId, hash, body, now])).map((some) =>
      db.run(sql`
        INSERT INTO shared_parts (tenant_id, part_hash, body, used_at) VALUES ${some}
        ON CONFLICT (tenant_id, part_hash) DO UPDATE SET used_at = excluded.used_at`),
    ),
    ...sqlRows(hashes.map(([hash]) => [tenantId, hash, now])).map((some) =>
      db.run(sql`
        INSERT INTO part_sets (tenant_id, set_hash, used_at) VALUES ${some}
        ON CONFLICT (tenant_id, set_hash) DO UPDATE SET used_at = excluded.used_at`),
    ),
    ...sqlRows(members).map((some) =>
      db.run(sql`
        INSERT INTO part_set_members (tenant_id, part_hash, set_hash) VALUES ${some}
        ON CONFLICT (tenant_id, part_hash, set_hash) DO NOTHING`),
    ),
  ]);
}

function sorted<Value>(entries: Iterable<[string, Value]>): [string, Value][] {
  return [...new Map(entries)].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Those of the parts that are there, by hash. */
export async function findParts(db: Reader, tenantId: string, hashes: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.all<{ part_hash: string; body: string }>(sql`
    SELECT part_hash, body FROM shared_parts WHERE tenant_id = ${tenantId} AND part_hash ${among(hashes)}`);
  return new Map(rows.map(({ part_hash, body }) => [part_hash, body]));
}

interface Step {
  after: string;
  limit: number;
  /** Of what is removed. */
  bytes: number;
}

/** Looks at the next sets, removes those that no version refers to, and tells the last one; undefined at the end. */
export async function removeUnusedSets(
  { db, tenantId, dialect }: Writing,
  { after, limit }: Omit<Step, "bytes">,
): Promise<string | undefined> {
  const sets = await db.all<{ set_hash: string }>(sql`
    SELECT set_hash FROM part_sets WHERE tenant_id = ${tenantId} AND set_hash > ${after} ORDER BY set_hash LIMIT ${limit}`);
  const looked = among(sets.map(({ set_hash }) => set_hash));
  await db.run(sql`
    DELETE FROM part_sets WHERE tenant_id = ${tenantId} AND set_hash ${looked} AND used_at < ${dialect.now} - ${graceMs}
      AND NOT EXISTS (
        SELECT 1 FROM version_documents built WHERE built.tenant_id = ${tenantId} AND built.part_set = part_sets.set_hash)`);
  await db.run(sql`
    DELETE FROM part_set_members WHERE tenant_id = ${tenantId} AND set_hash ${looked} AND NOT EXISTS (
      SELECT 1 FROM part_sets kept WHERE kept.tenant_id = ${tenantId} AND kept.set_hash = part_set_members.set_hash)`);
  return sets.length < limit ? undefined : sets.at(-1)?.set_hash;
}

/** The same of parts that no set has. Parts from before there were sets stay while a version from then is left. */
export async function removeUnusedParts(
  { db, tenantId, dialect }: Writing,
  { after, limit, bytes }: Step,
): Promise<string | undefined> {
  const parts = await db.all<{ part_hash: string }>(sql`
    SELECT part_hash FROM shared_parts WHERE tenant_id = ${tenantId} AND part_hash > ${after} ORDER BY part_hash LIMIT ${limit}`);
  const older = await db.first(sql`
    SELECT 1 AS found FROM version_documents WHERE tenant_id = ${tenantId} AND part_set IS NULL LIMIT 1`);
  const unusedAmong = (hashes: readonly string[]) => sql`
    FROM shared_parts
    WHERE tenant_id = ${tenantId} AND part_hash ${among(hashes)}
      AND used_at < ${dialect.now} - ${graceMs} AND used_at > ${older ? 0 : -1}
      AND NOT EXISTS (
        SELECT 1 FROM part_set_members member WHERE member.tenant_id = ${tenantId} AND member.part_hash = shared_parts.part_hash)`;
  const unused = await db.all<{ part_hash: string; bytes: number }>(sql`
    SELECT part_hash, octet_length(body) AS bytes ${unusedAmong(parts.map(({ part_hash }) => part_hash))} ORDER BY part_hash`);
  const removed = unused.slice(
    0,
    countFitting(unused, (part) => part.bytes, bytes),
  );
  await db.run(sql`DELETE ${unusedAmong(removed.map(({ part_hash }) => part_hash))}`);
  if (removed.length < unused.length) return removed.at(-1)?.part_hash;
  return parts.length < limit ? undefined : parts.at(-1)?.part_hash;
}
