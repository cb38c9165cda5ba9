import { createHash, randomUUID } from "node:crypto";
import { createWriteStream, lstatSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { StoredRows } from "../../server/storage/backup";
import { Failure } from "../failure";
import { formatVersion, type Header, type Row, type RowCounts } from "./format";

interface BackupSource extends Pick<Header, "migration" | "createdAt"> {
  content: AsyncIterable<StoredRows>;
}

/** Writes gzipped lines of JSON. The file appears under its name only when it is complete and on the disk. */
export async function writeBackup(file: string, source: BackupSource, { overwrite }: { overwrite: boolean }): Promise<RowCounts> {
  refuseExisting(file, overwrite);
  const counts: RowCounts = {};
  const partial = `${file}.${randomUUID()}.partial`;
  try {
    const output = createWriteStream(partial, { flags: "wx", mode: 0o600 });
    await pipeline(Readable.from(linesOf(source, counts)), createGzip(), output);
    await sync(partial, "r+");
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

export function refuseExisting(file: string, overwrite: boolean): void {
  const there = lstatSync(file, { throwIfNoEntry: false });
  if (there && !there.isFile()) throw new Failure(`${file} is not a regular file`);
  if (there && !overwrite) throw new Failure(`${file} exists; --force replaces it`);
}

async function* linesOf({ migration, createdAt, content }: BackupSource, counts: RowCounts) {
  const digest = createHash("sha256");
  const sealed = (...values: (Header | Row)[]) => {
    const lines = values.map((value) => `${JSON.stringify(value)}\n`).join("");
    digest.update(lines);
    return lines;
  };
  yield sealed({ format: "foyer-backup", version: formatVersion, migration, createdAt });
  for await (const { table, rows } of content) {
    counts[table] = (counts[table] ?? 0) + rows.length;
    yield sealed(...rows.map((values) => ({ table, values })));
  }
  yield `${JSON.stringify({ end: true, rows: counts, sha256: digest.digest("hex") })}\n`;
}

function isFileError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && "path" in error && "code" in error;
}

async function sync(path: string, flags: "r" | "r+"): Promise<void> {
  const handle = await open(path, flags);
  await handle.sync();
  await handle.close();
}
