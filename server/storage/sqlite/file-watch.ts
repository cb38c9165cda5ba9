import { SQLiteError } from "bun:sqlite";
import { closeSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { Unavailable } from "../port";

/** Where the header of the file has the size of its pages, and their number. */
const pageSizeAt = 16;
const pageCountAt = 28;
const headerBytes = 100;
const damageCodes = /^SQLITE_(CORRUPT|NOTADB)/;
const advice = "Stop Foyer, put the file back from a copy or restore a backup, and start again";

/**
 * Whether the open database is still the file that the next start will find. SQLite itself goes on with a file that was
 * deleted or replaced, and what it writes is lost.
 */
export class FileWatch {
  readonly #file: string;
  readonly #opened: Stats | undefined;
  #openedLog: Stats | undefined;
  #bytes: number;
  /** Nothing is written or copied any more. */
  damage: string | undefined;
  /** The size of the write-ahead log when it was last looked at. */
  logBytes = 0;

  /** To be made when the file is open. */
  constructor(file: string) {
    this.#file = file;
    this.#opened = look(file);
    this.#bytes = this.#opened?.size ?? 0;
    this.#openedLog = look(`${file}-wal`);
  }

  /** What is wrong with the file, for an operator. */
  trouble(): string | undefined {
    return this.damage ?? this.#misplaced();
  }

  refuseTrouble(): void {
    const trouble = this.trouble();
    if (trouble !== undefined) throw new Unavailable(trouble);
  }

  /** Remembers damage that a query came across: a file does not mend by itself. */
  note(error: unknown): unknown {
    return isDamage(error) ? new Unavailable(this.noteDamage(), { cause: error }) : error;
  }

  noteDamage(): string {
    this.damage ??= `${this.#file} is damaged. ${advice}`;
    return this.damage;
  }

  /** After a failed sync the system may call the log durable though parts of it are lost, so no later commit can be trusted. */
  noteFailedSync(cause: unknown): Unavailable {
    this.damage ??= `The disk does not keep ${this.#file}-wal. Stop Foyer, see to the disk, and start again`;
    return new Unavailable(this.damage, { cause, mayBeDone: true });
  }

  #misplaced(): string | undefined {
    const now = look(this.#file);
    if (!now) return `${this.#file} is gone. ${advice}`;
    if (!isSame(now, this.#opened)) return `${this.#file} is not the file that was opened. ${advice}`;
    // Foyer never makes the file smaller. VACUUM does, and leaves the header right.
    if (now.size < this.#bytes && isCutShort(this.#file, now.size)) return `${this.#file} was cut short. ${advice}`;
    this.#bytes = now.size;
    const log = look(`${this.#file}-wal`);
    this.#openedLog ??= log;
    this.logBytes = log?.size ?? 0;
    return isSame(log, this.#openedLog) ? undefined : `${this.#file}-wal is gone or was replaced. ${advice}`;
  }
}

export function isDamage(error: unknown): boolean {
  return error instanceof SQLiteError && damageCodes.test(error.code ?? "");
}

/** Whether the file has fewer bytes than its header says. */
function isCutShort(file: string, bytes: number): boolean {
  const header = Buffer.alloc(headerBytes);
  const descriptor = openSync(file, "r");
  const read = readSync(descriptor, header, 0, headerBytes, 0);
  closeSync(descriptor);
  const pageSize = header.readUInt16BE(pageSizeAt);
  // The largest size does not fit into its two bytes.
  return read < headerBytes || bytes < (pageSize === 1 ? 65_536 : pageSize) * header.readUInt32BE(pageCountAt);
}

function look(file: string): Stats | undefined {
  return statSync(file, { throwIfNoEntry: false });
}

function isSame(one: Stats | undefined, other: Stats | undefined): boolean {
  return one?.ino === other?.ino && one?.dev === other?.dev;
}
