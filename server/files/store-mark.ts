import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Database, Transaction } from "../storage/port";
import { sql } from "../storage/sql";

export const storeMarkName = "store";
const markPattern = /^[0-9a-f-]{36}\s*$/;
/** How long another process may take to write its mark. */
const writtenWithinMs = 1_000;
const lookEveryMs = 20;

/** The files of a database are in another folder or bucket than this process's. */
export class WrongFileStore extends Error {
  override name = "WrongFileStore";
}

/** A folder is known by a file in it: its path may be another one on each machine. */
export function markOfFolder(folder: string): string {
  const file = join(folder, storeMarkName);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return readMark(file) ?? writeMark(file) ?? replaceMark(file);
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

/** Undefined while it is not whole. */
function readMark(file: string): string | undefined {
  try {
    const content = readFileSync(file, "utf8");
    return markPattern.test(content) ? content.trim() : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Of two processes that start at the same time, the mark of the first counts. Without links, which some shared folders lack. */
function writeMark(file: string): string | undefined {
  const mark = crypto.randomUUID();
  try {
    writeFileSync(file, `${mark}\n`, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return markOfOther(file);
  }
  sync(file);
  sync(dirname(file));
  return mark;
}

function markOfOther(file: string): string | undefined {
  for (let waitedMs = 0; waitedMs < writtenWithinMs; waitedMs += lookEveryMs) {
    const mark = readMark(file);
    if (mark !== undefined) return mark;
    Bun.sleepSync(lookEveryMs);
  }
  return undefined;
}

/** A start that was cut off left it empty, and so nobody has had this mark. */
function replaceMark(file: string): string {
  rmSync(file, { force: true });
  const mark = writeMark(file);
  if (mark === undefined) throw new Error(`${file} can't be written`);
  return mark;
}

/** What the database remembers must not be lost here. */
function sync(path: string): void {
  const handle = openSync(path, "r");
  fsyncSync(handle);
  closeSync(handle);
}
