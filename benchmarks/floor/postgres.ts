import { SQL } from "bun";
import { answer } from "./answer";
import { columns, inserts, makePerson } from "./person";

/** The least that can answer over PostgreSQL: Bun's client, one prepared statement, an answer as it has to be; no key, no checks, no turns. */
const [port, url] = process.argv.slice(2) as [string, string];
const connections = 10;

const sql = new SQL(url, { max: connections });
const byId = `SELECT ${columns} FROM persons WHERE tenant_id = $1 AND person_id = $2`;
const newest = `SELECT ${columns} FROM persons WHERE tenant_id = $1 ORDER BY person_id DESC LIMIT 50`;
/** As Foyer spreads its counters. */
const counterSlots = 32;
const texts = inserts(
  (position) => `$${position}`,
  (table) => `floor_${table}`,
);
/** All rows in one round trip and one transaction; PostgreSQL groups the commits of its connections by itself. */
const insert = `
  WITH person AS (${texts.persons}), account AS (${texts.accounts}), counter AS (${texts.counters}), searched AS (${texts.search_pending})
  ${texts.events}`;
const [tenant] = (await sql`SELECT tenant_id AS "tenantId" FROM tenants`) as { tenantId: string }[];
const { tenantId } = tenant!;

Bun.serve({
  hostname: "127.0.0.1",
  port: Number(port),
  development: false,
  routes: {
    "/v0/persons/:id": async (request) => {
      const [row] = await sql.unsafe(byId, [tenantId, request.params.id]);
      return answer(request, "getPerson", row);
    },
    "/v0/persons": {
      GET: async (request) => answer(request, "listPersons", { items: await sql.unsafe(newest, [tenantId]) }),
      async POST(request) {
        const { rows, person } = makePerson(tenantId, counterSlots, await request.json());
        await sql.unsafe(insert, [...rows.persons, ...rows.accounts, ...rows.counters, ...rows.search_pending, ...rows.events]);
        return answer(request, "createPerson", person, 201);
      },
    },
  },
});
