import { type Person, toTimestamp } from "../../../contract";
import type { Making, WriteContext, Writing } from "../../context";
import { turns } from "../../event-loop/turns";
import { indexRecords, removeRecords, type SearchRecord } from "../../search/records";
import { searchableText } from "../../search/text";
import { addToCounter, counterChange, readCounter } from "../../storage/counters";
import type { Reader } from "../../storage/port";
import { among, nothing, type Sql, sql, type Value } from "../../storage/sql";

export interface PersonRow {
  person_id: string;
  name: string;
  email: string | null;
  domain: string | null;
  slug: string;
  phone_number: string | null;
  linkedin_profile_url: string | null;
  created_at: number;
  updated_at: number;
}

/** A few milliseconds of work. */
const personsAtOnce = 1_000;

const columns = sql`person_id, name, email, domain, slug, phone_number, linkedin_profile_url, created_at, updated_at`;

export function toPerson(row: PersonRow): Person {
  const createdAt = toTimestamp(row.created_at);
  return {
    personId: row.person_id,
    name: row.name,
    email: row.email,
    domain: row.domain,
    slug: row.slug,
    phoneNumber: row.phone_number,
    linkedinProfileUrl: row.linkedin_profile_url,
    createdAt,
    updatedAt: row.updated_at === row.created_at ? createdAt : toTimestamp(row.updated_at),
  };
}

/** A person as it is read for an answer: under the names it is sent by, so that no second object has to be made of it. */
const readColumns = sql`person_id AS "personId", name, email, domain, slug, phone_number AS "phoneNumber",
  linkedin_profile_url AS "linkedinProfileUrl", created_at AS "createdAt", updated_at AS "updatedAt"`;
type ReadPerson = Omit<Person, "createdAt" | "updatedAt"> & { createdAt: number | string; updatedAt: number | string };

export async function findPerson(db: Reader, tenantId: string, personId: string): Promise<Person | undefined> {
  const person = await db.first<ReadPerson>(sql`
    SELECT ${readColumns} FROM persons WHERE tenant_id = ${tenantId} AND person_id = ${personId}`);
  return person && withTimestamps(person);
}

function withTimestamps(person: ReadPerson): Person {
  const { createdAt, updatedAt } = person;
  person.createdAt = toTimestamp(createdAt as number);
  person.updatedAt = updatedAt === createdAt ? person.createdAt : toTimestamp(updatedAt as number);
  return person as Person;
}

/** Locks the row until the end of the transaction. */
export function findPersonToChange(ctx: Writing, personId: string): Promise<PersonRow | undefined> {
  return ctx.db.first(sql`
    SELECT ${columns} FROM persons WHERE tenant_id = ${ctx.tenantId} AND person_id = ${personId} ${ctx.dialect.forUpdate}`);
}

/** Held to the end of the transaction: nobody else creates a person with this address meanwhile. */
export async function lockEmail({ db, tenantId }: Pick<Writing, "db" | "tenantId">, email: string): Promise<void> {
  await db.lock(`person-email ${tenantId} ${email.toLowerCase()}`);
}

/** Locks the oldest person with the address. */
export function findPersonToChangeByEmail(ctx: WriteContext, email: string): Promise<PersonRow | undefined> {
  return ctx.db.first(sql`
    SELECT ${columns} FROM persons
    WHERE tenant_id = ${ctx.tenantId} AND email_key = ${emailKey(email)} ORDER BY person_id LIMIT 1 ${ctx.dialect.forUpdate}`);
}

export async function newestPersons(
  db: Reader,
  tenantId: string,
  position: Value[] | undefined,
  limit: number,
  filter: Sql = nothing,
): Promise<Person[]> {
  const [last] = (position ?? []) as [string];
  const before = position === undefined ? nothing : sql`AND person_id < ${last}`;
  const persons = await db.all<ReadPerson>(sql`
    SELECT ${readColumns} FROM persons WHERE tenant_id = ${tenantId} ${filter} ${before} ORDER BY person_id DESC LIMIT ${limit}`);
  for (const person of persons) withTimestamps(person);
  return persons as Person[];
}

export function personsCount(db: Reader, tenantId: string): Promise<number> {
  return readCounter(db, tenantId, "persons");
}

/** The newest first. A domain may have any number of persons, so many are read in pieces, between which others have their turn. */
export async function personsOfDomains(
  db: Reader,
  tenantId: string,
  domains: readonly string[],
  lock: Sql = nothing,
): Promise<Person[]> {
  const few = await db.all<PersonRow>(sql`
    SELECT ${columns} FROM persons WHERE tenant_id = ${tenantId} AND domain ${among(domains)} LIMIT ${personsAtOnce + 1} ${lock}`);
  if (few.length <= personsAtOnce) return few.sort((one, other) => (one.person_id < other.person_id ? 1 : -1)).map(toPerson);
  const all: Person[] = [];
  for (const domain of domains) {
    for (let last: string | undefined; ; ) {
      await turns.next(tenantId);
      const before = last === undefined ? nothing : sql`AND person_id < ${last}`;
      const some = await db.all<PersonRow>(sql`
        SELECT ${columns} FROM persons WHERE tenant_id = ${tenantId} AND domain = ${domain} ${before}
        ORDER BY person_id DESC LIMIT ${personsAtOnce} ${lock}`);
      for (const person of some) all.push(toPerson(person));
      if (some.length < personsAtOnce) break;
      last = some.at(-1)?.person_id;
    }
  }
  return all;
}

export function personsById(
  db: Reader,
  tenantId: string,
  personIds: readonly string[],
  lock: Sql = nothing,
): Promise<PersonRow[]> {
  return db.all(sql`
    SELECT ${columns} FROM persons
    WHERE tenant_id = ${tenantId} AND person_id ${among(personIds)} ORDER BY person_id ${lock}`);
}

/** Adds no row when another person has the slug. */
export function personInsert(tenantId: string, row: PersonRow): Sql {
  return sql`
    INSERT INTO persons (tenant_id, person_id, name, email, email_key, domain, slug, phone_number, linkedin_profile_url, created_at, updated_at)
    VALUES (${tenantId}, ${row.person_id}, ${row.name}, ${row.email}, ${emailKey(row.email)}, ${row.domain}, ${row.slug},
      ${row.phone_number}, ${row.linkedin_profile_url}, ${row.created_at}, ${row.updated_at})
    ON CONFLICT (tenant_id, slug) DO NOTHING`;
}

export async function updatePersonRow(ctx: WriteContext, row: PersonRow): Promise<void> {
  await Promise.all([
    indexRecords(ctx, "persons", [personRecord(row)]),
    ctx.db.run(sql`
    UPDATE persons SET name = ${row.name}, email = ${row.email}, email_key = ${emailKey(row.email)}, domain = ${row.domain},
      phone_number = ${row.phone_number}, linkedin_profile_url = ${row.linkedin_profile_url}, updated_at = ${row.updated_at}
    WHERE tenant_id = ${ctx.tenantId} AND person_id = ${row.person_id}`),
  ]);
}

export async function deletePersonRow(ctx: Writing, personId: string): Promise<void> {
  await Promise.all([
    ctx.db.run(sql`DELETE FROM persons WHERE tenant_id = ${ctx.tenantId} AND person_id = ${personId}`),
    removeRecords(ctx, "persons", [personId]),
  ]);
}

export async function slugTaken(db: Reader, tenantId: string, slug: string): Promise<boolean> {
  return (await db.first(sql`SELECT 1 AS taken FROM persons WHERE tenant_id = ${tenantId} AND slug = ${slug}`)) !== undefined;
}

export function countPersons(ctx: Writing, by: number): Promise<void> {
  return addToCounter(ctx.db, ctx.dialect, ctx.tenantId, "persons", by);
}

export function onePersonMore(ctx: Making): Sql {
  return counterChange(ctx.dialect, ctx.tenantId, "persons", 1);
}

/** What a person is found by. */
export function personRecord({ person_id, name, email, domain, phone_number }: PersonRow): SearchRecord {
  // An e-mail address mostly ends with the domain.
  const texts = [name, email, domain !== null && email?.endsWith(domain) ? null : domain, phone_number];
  return { key: person_id, text: searchableText(texts) };
}

function emailKey(email: string | null): string | null {
  return email?.toLowerCase() ?? null;
}

/** Identifiers in the spellings they may be stored in. */
export interface KnownBy {
  email?: string | undefined;
  phoneNumber?: string | undefined;
  linkedinProfileUrls?: readonly string[] | undefined;
}

/** The oldest person who has the e-mail address, the profile or the number, in this order of importance. */
export async function oldestPersonKnownBy(
  { db, tenantId }: Pick<Writing, "db" | "tenantId">,
  known: KnownBy,
): Promise<PersonRow | undefined> {
  const oldest = (condition: Sql) =>
    db.first<PersonRow>(sql`
      SELECT ${columns} FROM persons WHERE tenant_id = ${tenantId} AND ${condition} ORDER BY person_id LIMIT 1`);
  const { email, phoneNumber, linkedinProfileUrls } = known;
  return (
    (email && (await oldest(sql`email_key = ${emailKey(email)}`))) ||
    (linkedinProfileUrls &&
      (await oldest(sql`
        substr(linkedin_profile_url, 1, 200) ${among(linkedinProfileUrls)} AND linkedin_profile_url IS NOT NULL`))) ||
    (phoneNumber && (await oldest(sql`phone_number = ${phoneNumber} AND phone_number IS NOT NULL`))) ||
    undefined
  );
}
