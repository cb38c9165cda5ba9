import { createHash, randomUUID } from "node:crypto";
import { createWriteStream, lstatSync } from "node:fs";
import { open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { StoredRows } from "../../server/storage/backup";
import { Failure } from "../failure";
import { DamagedFile, formatVersion, type Header, maxLineBytes, type Row, type RowCounts, type Trailer } from "./format";
import { checkBackup } from "./read";

const partialEnd = ".foyer.partial";
/** A backup that is still being written or read back has changed its file since. */
const leftoverMs = 86_400_000;

interface BackupSource extends Pick<Header, "migration" | "createdAt"> {
  content: AsyncIterable<StoredRows>;
}

/** Writes gzipped lines of JSON. The file gets its name only when it is on the disk and has been read back. */
export async function writeBackup(
  file: string,
  { overwrite }: { overwrite: boolean },
  produce: (save: (source: BackupSource) => Promise<void>) => Promise<void>,
): Promise<RowCounts> {
  refuseExisting(file, overwrite);
  const partial = `${file}.${randomUUID()}${partialEnd}`;
  try {
    await removeLeftovers(dirname(file));
    await produce((source) => save(partial, source));
    const counts = await readBack(partial, file);
    refuseExisting(file, overwrite);
    await rename(partial, file);
    await sync(dirname(file), "r");
    return counts;
  } catch (error) {
    throw isFileError(error) ? new Failure(`${file} can't be written (${error.code})`) : error;
  } finally {
    await rm(partial, { force: true });
  }
}

/** What killed backups have left in the folder, whatever their names: otherwise, they would fill the disk in the end. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((one) => one.endsWith(partialEnd))) {
    const path = join(folder, name);
    const changed = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - changed > leftoverMs) await rm(path, { force: true });
  }
}

export function refuseExisting(file: string, overwrite: boolean): void {
  const there = lstatSync(file, { throwIfNoEntry: false });
  if (there && !there.isFile()) throw new Failure(`${file} is not a regular file`);
  if (there && !overwrite) throw new Failure(`${file} exists; --force replaces it`);
}

async function save(partial: string, source: BackupSource): Promise<void> {
  const output = createWriteStream(partial, { flags: "wx", mode: 0o600 });
  await pipeline(Readable.from(linesOf(source)), createGzip(), output);
  await sync(partial, "r+");
}

async function* linesOf({ migration, createdAt, content }: BackupSource): AsyncGenerator<Buffer, void, undefined> {
  const digest = createHash("sha256");
  const counts: RowCounts = {};
  const sealed = (values: (Header | Row)[]) => {
    const lines = Buffer.concat(values.map(lineOf));
    digest.update(lines);
    return lines;
  };
  yield sealed([{ format: "foyer-backup", version: formatVersion, migration, createdAt }]);
  for await (const { table, rows } of content) {
    counts[table] = (counts[table] ?? 0) + rows.length;
    yield sealed(rows.map((values) => ({ table, values })));
  }
  yield lineOf({ end: true, rows: counts, sha256: digest.digest("hex") });
}

function lineOf(value: Header | Row | Trailer): Buffer {
  const line = Buffer.from(`${JSON.stringify(value)}\n`);
  if (line.length > maxLineBytes)
    throw new Failure(`A row${"table" in value ? ` of ${value.table}` : ""} is longer than ${maxLineBytes} bytes`);
  return line;
}

/** As `restore` would read it. */
async function readBack(partial: string, file: string): Promise<RowCounts> {
  try {
    return (await checkBackup(partial)).counts;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const what = error instanceof DamagedFile ? error.how : error.message;
    throw new Failure(`The backup can't be read back: ${what}. ${file} was not written.`);
  }
}

function isFileError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && "path" in error && "code" in error;
}

async function sync(path: string, flags: "r" | "r+"): Promise<void> {
  const handle = await open(path, flags);
  await handle.sync();
  await handle.close();
}
