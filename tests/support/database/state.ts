import type { Database } from "../../../server/storage/port";
import { sql, statement } from "../../../server/storage/sql";
import { until, wakeRunners } from "../service/jobs";

/** Every row there is, of one tenant or of all, as text that can be compared; without the note of a key's last use. */
export function stateOf(db: Database, tenantId?: string): Promise<Record<string, string[]>> {
  return readAll(db, tenantId, (columns) => lineOf(db, columns));
}

/** The table of each row that has the words somewhere. */
export async function tablesWith(db: Database, words: string): Promise<string[]> {
  const state = await stateOf(db);
  return Object.entries(state).flatMap(([table, lines]) => lines.filter((line) => line.includes(words)).map(() => table));
}

/**
 * Differs once any row was written, but for the jobs that the service runs by itself; on PostgreSQL far cheaper to read than
 * the rows themselves.
 */
export async function marksOf(db: Database, tenantId?: string): Promise<Record<string, string[]>> {
  await until(async () => {
    const running = await db.first(sql`
      SELECT 1 AS found FROM jobs WHERE tenant_id <> 'installation' AND dead_at IS NULL AND (ready = 1 OR claimed_by IS NOT NULL)
      UNION ALL SELECT 1 FROM events WHERE position IS NULL`);
    if (running === undefined) return true;
    await wakeRunners(db);
    return false;
  }, quietPatienceMs);
  if (db.dialect.engine === "postgres") {
    const isWrittenByReads = (columns: string[]) => columns.includes(lastUse);
    return readAll(db, tenantId, (columns) => (isWrittenByReads(columns) ? lineOf(db, columns) : "t.ctid || ' ' || t.xmin"));
  }
  const before = marked.get(db);
  const row = await db.first<{ commits: number }>(statement("SELECT data_version AS commits FROM pragma_data_version()"));
  const commits = row?.commits as number;
  if (before?.commits === commits && before.tenantId === tenantId) return before.marks;
  const marks = await readAll(db, tenantId, (columns) => lineOf(db, columns));
  marked.set(db, { commits, tenantId, marks });
  return marks;
}

/** What was read last, and the number that SQLite changes with every commit. */
const marked = new WeakMap<Database, { commits: number; tenantId: string | undefined; marks: Record<string, string[]> }>();

export async function tableNames(db: Database): Promise<string[]> {
  return [...(await tablesOf(db)).keys()];
}

const lastUse = "last_used_at";
const quietPatienceMs = 30_000;
/** Far fewer statements than tables, each short enough for SQLite. */
const tablesAtOnce = 20;

async function readAll(
  db: Database,
  tenantId: string | undefined,
  shown: (columns: string[]) => string,
): Promise<Record<string, string[]>> {
  const tables = [...(await tablesOf(db))].filter(
    ([table, columns]) => table !== "feed_positions" && (tenantId === undefined || columns.includes("tenant_id")),
  );
  // Recurring jobs work whenever they are due, and note what they have done.
  const hidden: Record<string, string> = { jobs: "t.tenant_id <> 'installation'", installation: "t.name <> 'visit rules'" };
  const lines: Record<string, string[]> = Object.fromEntries(tables.map(([table]) => [table, []]));
  for (let start = 0; start < tables.length; start += tablesAtOnce) {
    const selects = tables.slice(start, start + tablesAtOnce).map(([table, columns]) => {
      const all = statement(
        `SELECT '${table}' AS name, ${shown(columns)} AS line FROM ${table} AS t WHERE ${hidden[table] ?? "1 = 1"}`,
      );
      // A statement without values would be planned again each time.
      return tenantId === undefined ? sql`${all} AND ${1} = 1` : sql`${all} AND t.tenant_id = ${tenantId}`;
    });
    const rows = await db.all<{ name: string; line: string }>(selects.reduce((some, one) => sql`${some} UNION ALL ${one}`));
    for (const { name, line } of rows) lines[name]?.push(line);
  }
  for (const some of Object.values(lines)) some.sort();
  return lines;
}

/** JSON of a row, made by the database itself: some tests read all rows hundreds of times. */
function lineOf(db: Database, columns: string[]): string {
  const isEvent = columns.includes("event_id") && columns.includes("position");
  const shown = columns.filter((column) => column !== lastUse && !(isEvent && column === "position"));
  return {
    sqlite: `json_object(${shown.map((column) => `'${column}', t."${column}"`)})`,
    postgres: `(SELECT row_to_json(shown)::text FROM (SELECT ${shown.map((column) => `t."${column}"`)}) AS shown)`,
  }[db.dialect.engine];
}

const known = new WeakMap<Database, Map<string, string[]>>();

/** The columns of each table. */
async function tablesOf(db: Database): Promise<Map<string, string[]>> {
  const before = known.get(db);
  if (before) return before;
  const catalog = {
    sqlite: `SELECT m.name AS name, c.name AS column_name FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c
      WHERE m.type = 'table' ORDER BY m.name, c.cid`,
    postgres: `SELECT table_name AS name, column_name FROM information_schema.columns
      WHERE table_schema = 'public' ORDER BY table_name, ordinal_position`,
  };
  const rows = await db.all<{ name: string; column_name: string }>(statement(catalog[db.dialect.engine]));
  const tables = Map.groupBy(rows, ({ name }) => name);
  const columns = new Map([...tables].map(([name, found]) => [name, found.map(({ column_name }) => column_name)]));
  known.set(db, columns);
  return columns;
}
