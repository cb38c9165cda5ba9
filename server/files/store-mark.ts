import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Database, Transaction } from "../storage/port";
import { sql } from "../storage/sql";

export const storeMarkName = "store";

/** The files of a database are in another folder or bucket than this process's. */
export class WrongFileStore extends Error {
  override name = "WrongFileStore";
}

/** A folder is known by a file in it: its path may be another one on each machine. */
export function markOfFolder(folder: string): string {
  const file = join(folder, storeMarkName);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return readMark(file) ?? writeMark(file);
}

/** All processes of a database share one store: each of them serves every file, and removes what nothing names any more. */
export async function checkStore(db: Database, mark: string): Promise<void> {
  const expected = (await findStore(db)) ?? (await keepStore(db, mark));
  if (expected === mark) return;
  throw new WrongFileStore(
    "the files of this database are in another folder or bucket. All nodes need the same one: put FOYER_DATA into a folder that " +
      "they share, or set FOYER_S3_BUCKET and its other settings on each. If the files were moved, or are lost, " +
      '"npm run foyer -- files moved" takes the place that the next start finds',
  );
}

/** After the files were moved, or where a backup was restored: the next start remembers the place that it finds. */
export async function forgetStore(tx: Transaction): Promise<boolean> {
  return (await tx.run(sql`DELETE FROM installation WHERE name = 'file store'`)) > 0;
}

async function findStore(db: Database | Transaction): Promise<string | undefined> {
  const row = await db.first<{ value: string }>(sql`SELECT value FROM installation WHERE name = 'file store'`);
  return row?.value;
}

/** Returns the one that was there first. */
function keepStore(db: Database, mark: string): Promise<string> {
  return db.transaction(async (tx) => {
    await tx.run(sql`INSERT INTO installation (name, value) VALUES ('file store', ${mark}) ON CONFLICT (name) DO NOTHING`);
    return (await findStore(tx)) ?? mark;
  });
}

function readMark(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Linked into its place once it is whole. Of two processes that start at the same time, the mark of the first counts. */
function writeMark(file: string): string {
  const mark = crypto.randomUUID();
  const draft = `${file}.${mark}`;
  try {
    writeFileSync(draft, `${mark}\n`, { mode: 0o600 });
    linkSync(draft, file);
    return mark;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return readMark(file) as string;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
