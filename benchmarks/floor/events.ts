import { Database } from "bun:sqlite";
import { SQL } from "bun";
import { createIds } from "../../server/records/ids";

/** The least that can take events durably: the same rows in copies of the tables, indexes included; no token, no limits, no log. */
const [port, file, foyerFile, url] = process.argv.slice(2) as [string, string, string, string | undefined];

type Value = string | number;
interface Sent {
  v: string;
  l: string;
  n: number;
  e: [seq: number, letter: string, at: number, ...rest: Value[]][];
}
/** What one request told: the values of its visit, and those of the row with its events. */
interface Told {
  visit: Value[];
  events: Value[];
}

const tables = ["visits", "visit_events"];
const visitColumns =
  "tenant_id, visit_key, analytics_session_id, audience_session_id, audience_id, page_id, version_id, first_received_at, due_at";
const eventColumns = "tenant_id, visit_key, load_key, seq, type, at_ms, sent_ms, received_at, data";
const refreshMs = 15_000;
const runLengths = 64;
const newId = createIds(Date.now);

/** As Foyer stores them, by the letter that the tracker sends. */
const kinds: Record<string, [type: string, data: (rest: Value[]) => object]> = {
  s: ["start", ([search]) => ({ utm: utmIn(String(search)), isAutomated: false })],
  t: ["time", ([to]) => ({ to })],
  d: ["depth", ([percentage]) => ({ percentage })],
  c: ["click", ([componentId, label, context, actionId]) => ({ componentId, label, context, actionId })],
};

const insert = url ? await intoPostgres(url) : intoSqlite(file);

Bun.serve({
  hostname: "127.0.0.1",
  port: Number(port),
  development: false,
  async fetch(request) {
    if (request.method === "GET") return new Response("ok");
    const token = request.url.slice(request.url.lastIndexOf("/") + 1).split(".");
    await insert(toldBy(token, (await request.json()) as Sent));
    return new Response(null, { status: 204 });
  },
});

function toldBy([tenant, audience, page, version, person]: string[], { v, l, n, e }: Sent): Told {
  const now = Date.now();
  const tenantId = `tenant_${tenant}`;
  const key = `${v}.${audience}.${person}`;
  const place = [`audience_${audience}`, `page_${page}`, `version_${version}`];
  const run = e.map(([, letter, at, ...rest]) => {
    const [type, data] = kinds[letter] as (typeof kinds)[string];
    return [type, at, data(rest)];
  });
  return {
    visit: [tenantId, key, newId("visit"), newId("session"), ...place, now, now],
    events: [tenantId, key, l, -(e[0]?.[0] ?? 0) * runLengths - e.length, "run", e[0]?.[2] ?? 0, n, now, JSON.stringify(run)],
  };
}

function utmIn(search: string): Record<string, string> {
  const utm: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(search)) utm[name.slice("utm_".length)] = value;
  return utm;
}

/** `placeholder` counts from 1 through both statements. */
function statements(table: (name: string) => string, placeholder: (position: number) => string) {
  let position = 0;
  const row = () => `(${Array.from({ length: 9 }, () => placeholder((position += 1))).join(", ")})`;
  return {
    visits: `INSERT INTO ${table("visits")} AS visit (${visitColumns}) VALUES ${row()}
      ON CONFLICT (tenant_id, visit_key) DO UPDATE SET due_at = excluded.due_at + ${refreshMs}
      WHERE visit.due_at IS NULL OR visit.due_at > excluded.due_at + ${refreshMs}`,
    events: `INSERT INTO ${table("visit_events")} (${eventColumns}) VALUES ${row()}
      ON CONFLICT (tenant_id, visit_key, load_key, seq) DO NOTHING`,
  };
}

async function intoPostgres(address: string): Promise<(told: Told) => Promise<unknown>> {
  const sql = new SQL(address, { max: 10 });
  for (const table of tables)
    await sql.unsafe(`CREATE TABLE IF NOT EXISTS floor_${table} (LIKE ${table} INCLUDING INDEXES INCLUDING DEFAULTS)`);
  const text = statements(
    (name) => `floor_${name}`,
    (position) => `$${position}`,
  );
  return ({ visit, events }) => sql.unsafe(`WITH visit AS (${text.visits}) ${text.events}`, [...visit, ...events]);
}

/** The simplest group commit, as in the floor of persons. */
function intoSqlite(path: string): (told: Told) => Promise<void> {
  const db = new Database(path, { create: true });
  for (const setting of ["journal_mode = WAL", "synchronous = FULL", "cache_size = -16384", "wal_autocheckpoint = 4000"]) {
    db.run(`PRAGMA ${setting}`);
  }
  db.run(`ATTACH '${foyerFile}' AS foyer`);
  for (const table of tables) {
    const made = db.query("SELECT sql FROM foyer.sqlite_schema WHERE tbl_name = ? AND sql IS NOT NULL ORDER BY type DESC");
    for (const { sql } of made.all(table) as { sql: string }[]) db.run(sql);
  }
  db.run("DETACH foyer");
  const text = statements(
    (name) => name,
    () => "?",
  );
  const [visits, events] = [db.query(text.visits), db.query(text.events)];
  let waiting: { told: Told; answer: () => void }[] = [];
  const commit = () => {
    const group = waiting;
    waiting = [];
    db.run("BEGIN IMMEDIATE");
    for (const { told } of group) {
      visits.run(...told.visit);
      events.run(...told.events);
    }
    db.run("COMMIT");
    for (const { answer } of group) answer();
  };
  return (told) =>
    new Promise((answer) => {
      if (waiting.length === 0) setImmediate(commit);
      waiting.push({ told, answer });
    });
}
