import { Database } from "bun:sqlite";
import { join } from "node:path";
import { SQL } from "bun";
import type { StorageConfig } from "../../server/storage/open";

export type Rows = <Row>(text: string) => Promise<Row[]>;

export function sqliteFile({ dataFolder }: StorageConfig): string {
  return join(dataFolder, "foyer.db");
}

/**
 * One moment of the database, past the service. Read only, and closed at once: a connection of ours that outlived
 * the server would keep the log's index alive, and the next start would have nothing to recover.
 */
export function inspectStorage<Result>(storage: StorageConfig, work: (rows: Rows) => Promise<Result>): Promise<Result> {
  return storage.databaseUrl === undefined
    ? inspectSqlite(sqliteFile(storage), work)
    : inspectPostgres(storage.databaseUrl, work);
}

async function inspectSqlite<Result>(file: string, work: (rows: Rows) => Promise<Result>): Promise<Result> {
  const connection = new Database(file, { readonly: true });
  try {
    connection.run("PRAGMA busy_timeout = 1000");
    connection.run("BEGIN");
    return await work(async <Row>(text: string) => {
      const statement = connection.prepare(text);
      const rows = statement.all() as Row[];
      statement.finalize();
      return rows;
    });
  } finally {
    connection.close();
  }
}

async function inspectPostgres<Result>(url: string, work: (rows: Rows) => Promise<Result>): Promise<Result> {
  const client = new SQL(url, { max: 1 });
  try {
    return await client.begin("ISOLATION LEVEL REPEATABLE READ", (tx) =>
      work(async <Row>(text: string) => (await tx.unsafe(text)) as Row[]),
    );
  } finally {
    await client.close({ timeout: 5 });
  }
}
