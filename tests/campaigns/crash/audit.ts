import { toPerson } from "../../../server/features/persons";
import type { StorageConfig } from "../../../server/storage/open";
import { inspectStorage, type Rows } from "../inspect-storage";

const shown = 5;

type PersonRow = Parameters<typeof toPerson>[0];

/** Every kind of record a campaign makes, and the event that comes with it. */
const records = [
  { table: "persons", id: "person_id", created: "person.created" },
  { table: "accounts", id: "account_id", created: "account.created" },
  { table: "account_logs", id: "account_log_id", created: "account_log.created" },
  { table: "topics", id: "topic_id", created: "topic.created" },
  { table: "topic_entries", id: "topic_entry_id", created: "topic_entry.created" },
] as const;

/** Each gives the identifiers of what is wrong; nothing when all is well. */
const promises: readonly { broken: string; query: string }[] = [
  ...records.flatMap(({ table, id, created }) => [
    {
      broken: `${table} without ${created}`,
      query: `SELECT ${id} AS id FROM ${table} EXCEPT SELECT subject_id FROM events WHERE type = '${created}'`,
    },
    {
      broken: `${created} without ${table}`,
      query: `SELECT subject_id AS id FROM events WHERE type = '${created}' EXCEPT SELECT ${id} FROM ${table}`,
    },
    {
      broken: `${created} twice`,
      query: `SELECT subject_id AS id FROM events WHERE type = '${created}' GROUP BY subject_id HAVING count(*) > 1`,
    },
  ]),
  {
    broken: "domains of persons without an account",
    query: "SELECT domain AS id FROM persons WHERE domain IS NOT NULL EXCEPT SELECT domain FROM accounts",
  },
  // Every request of a campaign brings a text of its own, so the same one twice is one request done twice.
  { broken: "persons created twice", query: "SELECT name AS id FROM persons GROUP BY name HAVING count(*) > 1" },
  { broken: "log entries created twice", query: "SELECT payload AS id FROM account_logs GROUP BY payload HAVING count(*) > 1" },
  {
    broken: "topic entries created twice",
    query: "SELECT content AS id FROM topic_entries GROUP BY content HAVING count(*) > 1",
  },
];

/** Everything that must hold of a database whatever was killed when; the identifiers must all be there. */
export function audit(storage: StorageConfig, acknowledged: string[]): Promise<string[]> {
  return inspectStorage(storage, async (rows) => {
    const findings = await checkIntegrity(storage, rows);
    const found = (broken: string, ids: readonly string[]) => {
      if (ids.length > 0) findings.push(`${ids.length} ${broken}: ${ids.slice(0, shown).join(", ")}`);
    };
    for (const { broken, query } of promises) {
      found(
        broken,
        (await rows<{ id: string }>(query)).map(({ id }) => id),
      );
    }
    found("acknowledged records lost", await missing(rows, acknowledged));
    found("persons that are not as their newest event says", await unlikeTheirEvent(rows));
    found("stored answers without their record", await answersWithoutRecord(rows));
    const [count] = await rows<{ counted: number; there: number }>(`
      SELECT (SELECT CAST(coalesce(sum(value), 0) AS INTEGER) FROM counters WHERE name = 'persons') AS counted,
        (SELECT CAST(count(*) AS INTEGER) FROM persons) AS there`);
    if (count?.counted !== count?.there) findings.push(`${count?.there} persons are there, ${count?.counted} are counted`);
    return findings;
  });
}

async function checkIntegrity({ databaseUrl }: StorageConfig, rows: Rows): Promise<string[]> {
  if (databaseUrl === undefined) {
    const results = await rows<{ integrity_check: string }>("PRAGMA integrity_check");
    return results.map((row) => row.integrity_check).filter((text) => text !== "ok");
  }
  await rows("CREATE EXTENSION IF NOT EXISTS amcheck");
  // Throws at the first index that does not agree with its table.
  await rows(`
    SELECT bt_index_check(index => i.indexrelid, heapallindexed => true)
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relkind = 'r'`);
  return [];
}

async function missing(rows: Rows, acknowledged: string[]): Promise<string[]> {
  const there = new Set<string>();
  for (const { table, id } of records) {
    for (const row of await rows<{ id: string }>(`SELECT ${id} AS id FROM ${table}`)) there.add(row.id);
  }
  return acknowledged.filter((id) => !there.has(id));
}

async function unlikeTheirEvent(rows: Rows): Promise<string[]> {
  const persons = await rows<PersonRow & { data: string }>(`
    SELECT p.person_id, p.name, p.email, p.domain, p.slug, p.phone_number, p.linkedin_profile_url, p.created_at, p.updated_at, e.data
    FROM persons p JOIN events e ON e.tenant_id = p.tenant_id AND e.event_id =
      (SELECT max(x.event_id) FROM events x WHERE x.tenant_id = p.tenant_id AND x.subject_id = p.person_id)`);
  return persons.filter(({ data, ...row }) => !Bun.deepEquals(toPerson(row), JSON.parse(data))).map((row) => row.person_id);
}

async function answersWithoutRecord(rows: Rows): Promise<string[]> {
  const persons = new Set((await rows<{ id: string }>("SELECT person_id AS id FROM persons")).map(({ id }) => id));
  const answers = await rows<{ response: string }>("SELECT response FROM idempotency WHERE operation = 'createPerson'");
  return answers.map(({ response }) => JSON.parse(response).personId as string).filter((id) => !persons.has(id));
}
