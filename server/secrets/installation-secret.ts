import { randomBytes } from "node:crypto";
import type { Database } from "../storage/port";
import { sql } from "../storage/sql";

const secretBytes = 32;

/** One secret for each database, so that all its processes accept each other's signatures. */
export async function installationSecret(db: Database): Promise<string> {
  return db.transaction(async (tx) => {
    const fresh = randomBytes(secretBytes).toString("base64url");
    await tx.run(sql`INSERT INTO installation (name, value) VALUES ('secret', ${fresh}) ON CONFLICT (name) DO NOTHING`);
    const row = await tx.first<{ value: string }>(sql`SELECT value FROM installation WHERE name = 'secret'`);
    return (row as { value: string }).value;
  });
}
