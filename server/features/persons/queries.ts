import { type Person, toTimestamp } from "../../../contract";
import type { Making, WriteContext, Writing } from "../../context";
import { turns } from "../../event-loop/turns";
import { indexRecords, removeRecords, type SearchRecord } from "../../search/records";
import { searchableText } from "../../search/text";
import { columns, integer, optionalText, type RowOf, text } from "../../storage/columns";
import { addToCounter, counterChange, readCounter } from "../../storage/counters";
import type { Reader } from "../../storage/port";
import { among, nothing, type Sql, sql, type Value } from "../../storage/sql";
import { asciiEmail } from "../../texts/email-spellings";

const table = columns({
  person_id: text,
  name: text,
  email: optionalText,
  domain: optionalText,
  slug: text,
  phone_number: optionalText,
  linkedin_profile_url: optionalText,
  created_at: integer,
  updated_at: integer,
});
const changeableColumns = table.without("person_id", "slug", "created_at");
export type PersonRow = RowOf<typeof table>;

/** A few milliseconds of work. */
const personsAtOnce = 1_000;

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

/** A person under the names that the API uses, so that the row is the answer and no second object is made. */
type ReadPerson = Omit<Person, "createdAt" | "updatedAt"> & { createdAt: number | string; updatedAt: number | string };

export async function findPerson(db: Reader, tenantId: string, personId: string): Promise<Person | undefined> {
  const person = await db.first<ReadPerson>(sql`
    SELECT ${table.camelCased} FROM persons WHERE tenant_id = ${tenantId} AND person_id = ${personId}`);
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
    SELECT ${table.names} FROM persons WHERE tenant_id = ${ctx.tenantId} AND person_id = ${personId} ${ctx.dialect.forUpdate}`);
}

/** Held to the end of the transaction: nobody else creates a person with this address meanwhile, however its domain is written. */
export async function lockEmail({ db, tenantId }: Pick<Writing, "db" | "tenantId">, email: string): Promise<void> {
  await db.lock(`person-email ${tenantId} ${asciiEmail(email).toLowerCase()}`);
}

/** Locks the oldest person with each of the addresses. A fixed order avoids deadlocks. */
export async function lockPersonsByEmail(ctx: WriteContext, emails: readonly string[]): Promise<void> {
  const found = await Promise.all(emails.map((email) => oldestPersonKnownBy(ctx, { emails: [email] })));
  const personIds = found.flatMap((person) => person?.person_id ?? []);
  if (personIds.length > 0) await personsById(ctx.db, ctx.tenantId, personIds, ctx.dialect.forUpdate);
}

/** Locks the oldest person with the address. */
export function findPersonToChangeByEmail(ctx: WriteContext, email: string): Promise<PersonRow | undefined> {
  return ctx.db.first(sql`
    SELECT ${table.names} FROM persons
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
    SELECT ${table.camelCased} FROM persons WHERE tenant_id = ${tenantId} ${filter} ${before} ORDER BY person_id DESC LIMIT ${limit}`);
  for (const person of persons) withTimestamps(person);
  return persons as Person[];
}

export function personCount(db: Reader, tenantId: string): Promise<number> {
  return readCounter(db, tenantId, "persons");
}

/**
 * The newest first. A domain may have any number of persons, so many are read in pieces, between which others have their turn. They
 * are read from the oldest on: whoever locks several persons does it in this order, which avoids deadlocks.
 */
export async function personsOfDomains(
  db: Reader,
  tenantId: string,
  domains: readonly string[],
  lock: Sql = nothing,
): Promise<Person[]> {
  const few = await db.all<PersonRow>(sql`
    SELECT ${table.names} FROM persons WHERE tenant_id = ${tenantId} AND domain ${among(domains)}
    ${lock === nothing ? nothing : sql`ORDER BY person_id`} LIMIT ${personsAtOnce + 1} ${lock}`);
  if (few.length <= personsAtOnce) return few.sort((one, other) => (one.person_id < other.person_id ? 1 : -1)).map(toPerson);
  const all: Person[] = [];
  for (const domain of domains) {
    for (let last: string | undefined; ; ) {
      await turns.next(tenantId);
      const after = last === undefined ? nothing : sql`AND person_id > ${last}`;
      const some = await db.all<PersonRow>(sql`
        SELECT ${table.names} FROM persons WHERE tenant_id = ${tenantId} AND domain = ${domain} ${after}
        ORDER BY person_id LIMIT ${personsAtOnce} ${lock}`);
      for (const person of some) all.push(toPerson(person));
      if (some.length < personsAtOnce) break;
      last = some.at(-1)?.person_id;
    }
  }
  return all.reverse();
}

export function personsById(
  db: Reader,
  tenantId: string,
  personIds: readonly string[],
  lock: Sql = nothing,
): Promise<PersonRow[]> {
  return db.all(sql`
    SELECT ${table.names} FROM persons
    WHERE tenant_id = ${tenantId} AND person_id ${among(personIds)} ORDER BY person_id ${lock}`);
}

/** Adds no row when another person has the slug. */
export function personInsert(tenantId: string, row: PersonRow): Sql {
  return sql`
    INSERT INTO persons (tenant_id, ${table.names}, email_key)
    VALUES (${tenantId}, ${table.values(row)}, ${emailKey(row.email)})
    ON CONFLICT (tenant_id, slug) DO NOTHING`;
}

export async function updatePersonRow(ctx: WriteContext, row: PersonRow): Promise<void> {
  await Promise.all([
    indexRecords(ctx, "persons", [personRecord(row)]),
    ctx.db.run(sql`
    UPDATE persons SET ${changeableColumns.assignments(row)}, email_key = ${emailKey(row.email)}
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

export function addToPersonCount(ctx: Writing, by: number): Promise<void> {
  return addToCounter(ctx.db, ctx.dialect, ctx.tenantId, "persons", by);
}

export function onePersonMore(ctx: Making): Sql {
  return counterChange(ctx, "persons", 1);
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
  emails?: readonly string[] | undefined;
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
      SELECT ${table.names} FROM persons WHERE tenant_id = ${tenantId} AND ${condition} ORDER BY person_id LIMIT 1`);
  const { emails = [], phoneNumber, linkedinProfileUrls } = known;
  // One by one, each along its index: mostly there is one.
  const withEmail = await Promise.all(emails.map((email) => oldest(sql`email_key = ${emailKey(email)}`)));
  return (
    oldestOf(withEmail) ||
    (linkedinProfileUrls &&
      (await oldest(sql`
        substr(linkedin_profile_url, 1, 200) ${among(linkedinProfileUrls)} AND linkedin_profile_url IS NOT NULL`))) ||
    (phoneNumber && (await oldest(sql`phone_number = ${phoneNumber} AND phone_number IS NOT NULL`))) ||
    undefined
  );
}

function oldestOf(persons: readonly (PersonRow | undefined)[]): PersonRow | undefined {
  return persons.filter((person) => person !== undefined).sort((one, other) => (one.person_id < other.person_id ? -1 : 1))[0];
}
