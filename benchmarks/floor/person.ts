import { createIds } from "../../server/records/ids";

/** In quotes: PostgreSQL would otherwise fold the names, and SQLite takes them either way. */
export const columns = `person_id AS "personId", name, email, domain, slug, phone_number AS "phoneNumber",
  linkedin_profile_url AS "linkedinProfileUrl", created_at AS "createdAt", updated_at AS "updatedAt"`;

/** The tables that creating a person writes to. */
export const writtenTables = ["persons", "accounts", "counters", "search_pending", "events"] as const;

interface SentPerson {
  name: string;
  email: string;
  phoneNumber: string | null;
  linkedinProfileUrl: string | null;
}

type Row = (string | number | null)[];

/** The rows of a new person, one for each of `inserts`, and the person as it is shown. */
export interface NewPerson {
  rows: Record<(typeof writtenTables)[number], Row>;
  person: object;
}

const newId = createIds(Date.now);

/** The same rows as Foyer's, made with as little work as possible. */
export function makePerson(tenantId: string, counterSlots: number, sent: SentPerson): NewPerson {
  const { name, email, phoneNumber, linkedinProfileUrl } = sent;
  const personId = newId("person");
  const domain = email.slice(email.indexOf("@") + 1);
  const slug = name.replaceAll(" ", "-");
  const now = Date.now();
  const moment = `+${now}`;
  const person = { personId, name, email, domain, slug, phoneNumber, linkedinProfileUrl, createdAt: moment, updatedAt: moment };
  return {
    rows: {
      persons: [tenantId, personId, name, email, email, domain, slug, phoneNumber, linkedinProfileUrl, now, now],
      accounts: [tenantId, newId("account"), domain, now, now],
      counters: [tenantId, Math.floor(Math.random() * counterSlots)],
      search_pending: [tenantId, personId, `${name} ${email}`],
      events: [tenantId, newId("event"), personId, JSON.stringify(person), now],
    },
    person,
  };
}

/** A statement for each table; `placeholder` counts from 1 through all of them, `table` names the table to write to. */
export function inserts(placeholder: (position: number) => string, table: (name: string) => string = (name) => name) {
  let position = 0;
  const values = (count: number) => Array.from({ length: count }, () => placeholder((position += 1))).join(", ");
  return {
    persons: `INSERT INTO ${table("persons")} (tenant_id, person_id, name, email, email_key, domain, slug, phone_number,
      linkedin_profile_url, created_at, updated_at) VALUES (${values(11)})`,
    accounts: `INSERT INTO ${table("accounts")} (tenant_id, account_id, domain, created_at, updated_at, log_count)
      VALUES (${values(5)}, 0) ON CONFLICT (tenant_id, domain) DO NOTHING`,
    counters: `INSERT INTO ${table("counters")} AS counted (tenant_id, name, value, slot) VALUES (${values(1)}, 'persons', 1, ${values(1)})
      ON CONFLICT (tenant_id, name, slot) DO UPDATE SET value = counted.value + 1`,
    search_pending: `INSERT INTO ${table("search_pending")} (tenant_id, kind, record_key, labels, text, is_folded)
      VALUES (${values(1)}, 'persons', ${values(1)}, '', ${values(1)}, 1)`,
    events: `INSERT INTO ${table("events")} (tenant_id, event_id, type, subject_id, data, created_at)
      VALUES (${values(2)}, 'person.created', ${values(3)})`,
  } satisfies Record<(typeof writtenTables)[number], string>;
}
