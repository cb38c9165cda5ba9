import type { Writing } from "../context";
import { among, sql, sqlRows } from "../storage/sql";
import { type Erasing, type ErasureStage, untilNothingIsFound } from "./erasure";
import { hashOfPerson, type Identified, identifiersOf } from "./identifiers";

/** A question or form that was on its way while its person was erased has been refused by then. */
export const tombstoneMs = 60_000;
/** Of an erasure that is not finished. */
const notYet = Number.MAX_SAFE_INTEGER;

/** Keeps what a person was known by before a change, so that what was sent under it is erased with them. */
export async function keepFormerIdentifiers(
  ctx: Writing,
  personId: string,
  before: Identified,
  after: Identified,
): Promise<void> {
  const current = identifiersOf(after);
  await insertIdentifiers(
    ctx,
    personId,
    [...identifiersOf(before)].filter(([hash]) => !current.has(hash)),
  );
}

/** All that an erased person was known by becomes a former identifier. */
export async function keepAllIdentifiers(ctx: Writing, person: Identified & { person_id: string }): Promise<void> {
  await insertIdentifiers(ctx, person.person_id, [...identifiersOf(person), [hashOfPerson(person.person_id), null]]);
}

/** What else the person can be found by while they are erased. */
export function keepIdentifiers(ctx: Writing, personId: string, hashes: readonly string[]): Promise<void> {
  return insertIdentifiers(
    ctx,
    personId,
    hashes.map((hash) => [hash, null]),
  );
}

async function insertIdentifiers(
  { db, tenantId }: Writing,
  personId: string,
  identifiers: readonly (readonly [hash: string, value: string | null])[],
): Promise<void> {
  const rows = identifiers.map(([hash, value]) => [tenantId, personId, hash, value]);
  await Promise.all(
    sqlRows(rows).map((some) =>
      db.run(sql`
        INSERT INTO former_identifiers (tenant_id, person_id, identifier_hash, value) VALUES ${some}
        ON CONFLICT (tenant_id, person_id, identifier_hash) DO NOTHING`),
    ),
  );
}

/**
 * Of a person whose row is about to be deleted, before it is: a form has locked those in it when it waits for the name of a person
 * who is being erased. Some suffice: a stage locks the rest of very many.
 */
export async function lockIdentifiersOf(ctx: Writing, person: Identified & { person_id: string }, limit: number): Promise<void> {
  const former = await identifiersAfter({ ...ctx, person, limit }, "");
  const hashes = [...identifiersOf(person).keys(), hashOfPerson(person.person_id), ...former.map((row) => row.identifier_hash)];
  await lockIdentifiers(ctx, [...new Set(hashes)].sort());
}

interface FormerIdentifier {
  identifier_hash: string;
  value: string | null;
}

/** The next in the order of their hashes. */
export function identifiersAfter(
  { db, tenantId, person, limit }: Pick<Erasing, "db" | "tenantId" | "limit"> & { person: { person_id: string } },
  hash: string,
): Promise<FormerIdentifier[]> {
  return db.all(sql`
    SELECT identifier_hash, value FROM former_identifiers
    WHERE tenant_id = ${tenantId} AND person_id = ${person.person_id} AND identifier_hash > ${hash}
    ORDER BY identifier_hash LIMIT ${limit}`);
}

/** Waits for questions and forms that are being recorded, and keeps later ones from being recorded for a minute. */
export const refuseIdentifiers: ErasureStage = {
  name: "identifiers",
  tables: ["former_identifiers", "erased_identifiers"],
  async forget(ctx, position) {
    const { db, tenantId, limit } = ctx;
    const found = await identifiersAfter(ctx, position);
    const hashes = found.map(({ identifier_hash }) => identifier_hash);
    await lockIdentifiers(ctx, hashes);
    await Promise.all(
      sqlRows(hashes.map((hash) => [tenantId, hash, notYet])).map((some) =>
        db.run(sql`
          INSERT INTO erased_identifiers (tenant_id, identifier_hash, erased_at) VALUES ${some}
          ON CONFLICT (tenant_id, identifier_hash) DO UPDATE SET erased_at = excluded.erased_at`),
      ),
    );
    return { rows: found.length, next: found.length < limit ? undefined : hashes.at(-1) };
  },
};

/** Held to the end of the transaction. The hashes must be sorted, which avoids deadlocks. */
export async function lockIdentifiers(
  { db, tenantId }: Pick<Writing, "db" | "tenantId">,
  hashes: readonly string[],
): Promise<void> {
  await db.lock(...hashes.map((hash) => `identifier ${tenantId} ${hash}`));
}

/** Whether one of them belongs to a person who is being erased or was within a minute, also after the clock was set back. */
export async function areRefused(
  { db, tenantId, now }: Pick<Writing, "db" | "tenantId" | "now">,
  hashes: readonly string[],
): Promise<boolean> {
  const erased = await db.first(sql`
    SELECT 1 AS found FROM erased_identifiers
    WHERE tenant_id = ${tenantId} AND identifier_hash ${among(hashes)}
      AND (erased_at = ${notYet} OR (erased_at > ${now - tombstoneMs} AND erased_at < ${now + tombstoneMs})) LIMIT 1`);
  return erased !== undefined;
}

/** The last to go, because the stages before find the person by them. From now on the minute counts. */
export const forgetIdentifiers: ErasureStage = {
  name: "former identifiers",
  tables: ["former_identifiers"],
  async forget(ctx) {
    const { db, tenantId, person, now, limit } = ctx;
    const hashes = (await identifiersAfter(ctx, "")).map(({ identifier_hash }) => identifier_hash);
    const [, removed] = await Promise.all([
      db.run(sql`
        UPDATE erased_identifiers SET erased_at = ${now} WHERE tenant_id = ${tenantId} AND identifier_hash ${among(hashes)}`),
      db.run(sql`
        DELETE FROM former_identifiers
        WHERE tenant_id = ${tenantId} AND person_id = ${person.person_id} AND identifier_hash ${among(hashes)}`),
    ]);
    ctx.count("former_identifiers", { found: removed, removed });
    return untilNothingIsFound(removed, limit);
  },
};

/** Removes up to `limit` whose minute is over. */
export function removeOldTombstones({ db, tenantId, now }: Writing, limit: number): Promise<number> {
  return db.run(sql`
    DELETE FROM erased_identifiers WHERE tenant_id = ${tenantId} AND identifier_hash IN (
      SELECT identifier_hash FROM erased_identifiers
      WHERE tenant_id = ${tenantId} AND erased_at <= ${now - tombstoneMs} ORDER BY erased_at LIMIT ${limit})`);
}
