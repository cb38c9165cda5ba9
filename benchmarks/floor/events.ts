import { Database } from "bun:sqlite";
import { SQL } from "bun";

/** The least that can take events durably: a parsed body, and one insertion of the same rows; no token, no limits, no log. */
const [port, file, url] = process.argv.slice(2) as [string, string, string | undefined];

type Row = (string | number)[];
interface Sent {
  v: string;
  l: string;
  n: number;
  e: [number, string, number, ...unknown[]][];
}

const columns = "tenant_id, visit_key, load_key, seq, type, at_ms, sent_ms, received_at, data";
const schema = (text: string, integer: string, options: string) => `CREATE TABLE IF NOT EXISTS floor_visit_events (
  tenant_id ${text} NOT NULL, visit_key ${text} NOT NULL, load_key ${text} NOT NULL, seq ${integer} NOT NULL, type ${text} NOT NULL,
  at_ms ${integer} NOT NULL, sent_ms ${integer} NOT NULL, received_at ${integer} NOT NULL, data ${text} NOT NULL,
  PRIMARY KEY (tenant_id, visit_key, load_key, seq)) ${options}`;
const insertText = (rows: number, placeholder: (position: number) => string) => {
  const row = (index: number) => `(${Array.from({ length: 9 }, (_, column) => placeholder(index * 9 + column + 1)).join(", ")})`;
  return `INSERT INTO floor_visit_events (${columns}) VALUES ${Array.from({ length: rows }, (_, index) => row(index)).join(", ")}
    ON CONFLICT (tenant_id, visit_key, load_key, seq) DO NOTHING`;
};
const insert = url ? await intoPostgres(url) : intoSqlite(file);

Bun.serve({
  hostname: "127.0.0.1",
  port: Number(port),
  development: false,
  async fetch(request) {
    if (request.method === "GET") return new Response("ok");
    const { v, l, n, e } = (await request.json()) as Sent;
    const now = Date.now();
    await insert(e.map(([seq, type, at, ...rest]) => ["tenant", v, l, seq, type, at, n, now, JSON.stringify(rest)]));
    return new Response(null, { status: 200 });
  },
});

async function intoPostgres(address: string): Promise<(rows: Row[]) => Promise<unknown>> {
  const sql = new SQL(address, { max: 10 });
  await sql.unsafe(schema('TEXT COLLATE "C"', "DOUBLE PRECISION", ""));
  return (rows) =>
    sql.unsafe(
      insertText(rows.length, (position) => `$${position}`),
      rows.flat(),
    );
}

/** The simplest group commit, as in the floor of persons. */
function intoSqlite(path: string): (rows: Row[]) => Promise<void> {
  const db = new Database(path, { create: true });
  for (const setting of ["journal_mode = WAL", "synchronous = FULL", "cache_size = -16384", "wal_autocheckpoint = 4000"]) {
    db.run(`PRAGMA ${setting}`);
  }
  db.run(schema("TEXT", "INTEGER", "WITHOUT ROWID"));
  let waiting: { rows: Row[]; answer: () => void }[] = [];
  const commit = () => {
    const group = waiting;
    waiting = [];
    db.run("BEGIN IMMEDIATE");
    for (const { rows } of group) db.query(insertText(rows.length, () => "?")).run(...rows.flat());
    db.run("COMMIT");
    for (const { answer } of group) answer();
  };
  return (rows) =>
    new Promise((answer) => {
      if (waiting.length === 0) setImmediate(commit);
      waiting.push({ rows, answer });
    });
}
