import { Database, type Statement } from "bun:sqlite";
import { answer } from "./answer";
import { columns, inserts, makePerson, type NewPerson, writtenTables } from "./person";
import { audienceReader, pageReader } from "./sqlite-pages";

/** The least that can answer over SQLite: a prepared statement and an answer as it has to be; no key, no checks, no turns. */
const [port, readFile, writeFile] = process.argv.slice(2) as [string, string, string];
/** As Foyer opens it, so that the two differ in what they do and not in how the file is kept. */
const cacheKib = 16_384;
const checkpointPages = 4_000;

const reader = open(readFile);
const byId = reader.prepare(`SELECT ${columns} FROM persons WHERE tenant_id = ? AND person_id = ?`);
const newest = reader.prepare(`SELECT ${columns} FROM persons WHERE tenant_id = ? ORDER BY person_id DESC LIMIT 50`);
const { tenantId } = reader.prepare("SELECT tenant_id AS tenantId FROM tenants").get() as { tenantId: string };
const readPage = pageReader(reader, tenantId);
const readAudience = audienceReader(reader, tenantId);

const writer = open(writeFile);
const begin = writer.prepare("BEGIN IMMEDIATE");
const commit = writer.prepare("COMMIT");
const texts = inserts(() => "?");
const [insertPerson, insertAccount, count, insertSearch, insertEvent] = writtenTables.map((table) =>
  writer.prepare(texts[table]),
) as [Statement, Statement, Statement, Statement, Statement];

Bun.serve({
  hostname: "127.0.0.1",
  port: Number(port),
  development: false,
  routes: {
    "/v0/pages/:page": (request) => answer(request, "getPage", readPage(request.params.page)),
    "/v0/pages/:page/audiences/:audience": (request) => answer(request, "getAudience", readAudience(request.params.audience)),
    "/v0/persons/:id": (request) => answer(request, "getPerson", byId.get(tenantId, request.params.id)),
    "/v0/persons": {
      GET: (request) => answer(request, "listPersons", { items: newest.all(tenantId) }),
      async POST(request) {
        const made = makePerson(tenantId, 1, await request.json());
        await inserted(made.rows);
        return answer(request, "createPerson", made.person, 201);
      },
    },
  },
});

let waiting: { rows: NewPerson["rows"]; answer: () => void }[] = [];

/** The simplest group commit: the requests of one turn of the event loop share a transaction and are answered after it. */
function inserted(rows: NewPerson["rows"]): Promise<void> {
  return new Promise((answer) => {
    if (waiting.length === 0) setImmediate(commitWaiting);
    waiting.push({ rows, answer });
  });
}

function commitWaiting(): void {
  const group = waiting;
  waiting = [];
  begin.run();
  for (const { rows } of group) {
    insertPerson.run(...rows.persons);
    insertAccount.run(...rows.accounts);
    count.run(...rows.counters);
    insertSearch.run(...rows.search_pending);
    insertEvent.run(...rows.events);
  }
  commit.run();
  for (const { answer } of group) answer();
}

function open(file: string): Database {
  const connection = new Database(file, { readwrite: true });
  connection.run("PRAGMA busy_timeout = 1000");
  connection.run("PRAGMA synchronous = FULL");
  connection.run(`PRAGMA cache_size = -${cacheKib}`);
  connection.run("PRAGMA secure_delete = ON");
  connection.run(`PRAGMA wal_autocheckpoint = ${checkpointPages}`);
  return connection;
}
