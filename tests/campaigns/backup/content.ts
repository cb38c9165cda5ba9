import { createHash } from "node:crypto";
import { readContent, type StoredRows } from "../../../server/storage/backup";
import { openDatabase, type StorageConfig } from "../../../server/storage/open";
import { sql } from "../../../server/storage/sql";
import { isOfInstallation } from "../../support/features/backups";

/** Each table's rows in order: how many, and the hash of all of them. */
export type DatabaseContent = Record<string, { rows: number; sha256: string }>;

export async function contentOf(pages: AsyncIterable<StoredRows>): Promise<DatabaseContent> {
  const counts: Record<string, number> = {};
  const digests: Record<string, ReturnType<typeof createHash>> = {};
  for await (const { table, rows } of pages) {
    const compared = rows.filter((row) => !isOfInstallation(table, row));
    counts[table] = (counts[table] ?? 0) + compared.length;
    digests[table] ??= createHash("sha256");
    for (const row of compared) digests[table].update(`${JSON.stringify(row)}\n`);
  }
  const tables = Object.entries(digests);
  return Object.fromEntries(
    tables.map(([table, digest]) => [table, { rows: counts[table] as number, sha256: digest.digest("hex") }]),
  );
}

export async function databaseContent(storage: StorageConfig): Promise<DatabaseContent> {
  const db = openDatabase(storage);
  try {
    // On PostgreSQL what a killed restore had locked is free a moment later, and a snapshot from before must not be used.
    await db.first(sql`SELECT 1 AS found FROM tenants LIMIT 1`);
    return await db.snapshot((reader) => contentOf(readContent(reader)));
  } finally {
    await db.close();
  }
}

export function differences(found: DatabaseContent | undefined, wanted: DatabaseContent | undefined): string[] {
  if (!found || !wanted) return found === wanted ? [] : ["there or not"];
  const tables = Object.keys({ ...found, ...wanted });
  return tables.filter((table) => !Bun.deepEquals(found[table], wanted[table]));
}
