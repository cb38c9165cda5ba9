import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { maxBytesAtOnce, maxRowsAtOnce, type StoredRows } from "../../server/storage/backup";
import { Failure } from "../failure";
import { BackupChecker } from "./checker";
import { checkedHeader, damaged, type Header, maxLineBytes, parseLine, type Row, type RowCounts } from "./format";

const chunkBytes = 65_536;

/** Reads the whole file and refuses it when a byte is missing or wrong. */
export async function checkBackup(file: string): Promise<{ header: Header; counts: RowCounts }> {
  const header = await readHeader(file);
  const content = readBackup(file);
  for (;;) {
    const step = await content.next();
    if (step.done) return { header, counts: step.value };
  }
}

/** Checks while it reads, and throws at the end if anything is missing or wrong. */
export async function* readBackup(file: string): AsyncGenerator<StoredRows, RowCounts, undefined> {
  const checker = new BackupChecker(file);
  let page: StoredRows | undefined;
  let pageBytes = 0;
  for await (const lines of linesIn(file)) {
    for (const line of lines) {
      const row = checker.take(line);
      if (row && page && pageBytes + line.length <= maxBytesAtOnce && continues(page, row)) {
        page.rows.push(row.values);
        pageBytes += line.length;
      } else if (row) {
        if (page) yield page;
        page = { table: row.table, rows: [row.values] };
        pageBytes = line.length;
      }
    }
  }
  const counts = checker.finish();
  if (page) yield page;
  return counts;
}

async function readHeader(file: string): Promise<Header> {
  for await (const [line] of linesIn(file)) if (line) return checkedHeader(file, parseLine(file, line));
  throw damaged(file, "it is empty");
}

function continues({ table, rows }: StoredRows, row: Row): boolean {
  const columns = (values: Row["values"] = {}) => Object.keys(values).join();
  return row.table === table && rows.length < maxRowsAtOnce && columns(row.values) === columns(rows[0]);
}

/** Yields the complete lines of each chunk. */
async function* linesIn(file: string): AsyncGenerator<Buffer[], void, undefined> {
  const plain = createGunzip({ chunkSize: chunkBytes });
  pipeline(createReadStream(file), plain, () => {}); // errors are thrown by the iteration
  let begun: Buffer[] = [];
  let begunBytes = 0;
  try {
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      const lines: Buffer[] = [];
      let start = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
        lines.push(Buffer.concat([...begun, chunk.subarray(start, end)]));
        begun = [];
        begunBytes = 0;
        start = end + 1;
      }
      begun.push(chunk.subarray(start));
      begunBytes += chunk.length - start;
      if (begunBytes > maxLineBytes) throw damaged(file, "a line has no end");
      yield lines;
    }
  } catch (error) {
    throw translated(file, error);
  }
  if (begunBytes > 0) throw damaged(file, "its last line is cut off");
}

function translated(file: string, error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code.startsWith("Z_")) return damaged(file, "it can't be unpacked");
  if (code.startsWith("E")) return new Failure(`${file} can't be read (${code})`);
  return error;
}
