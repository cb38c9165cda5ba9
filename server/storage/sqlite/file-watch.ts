import { SQLiteError } from "bun:sqlite";
import { type Stats, statSync } from "node:fs";
import { Unavailable } from "../port";

/** Every SQLite file begins with a header of this size. */
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
  /** Nothing is written or copied any more. */
  damage: string | undefined;
  /** The size of the write-ahead log when it was last looked at. */
  logBytes = 0;

  /** To be made when the file is open. */
  constructor(file: string) {
    this.#file = file;
    this.#opened = look(file);
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
    if (!(error instanceof SQLiteError) || !damageCodes.test(error.code ?? "")) return error;
    this.damage ??= `${this.#file} is damaged. ${advice}`;
    return new Unavailable(this.damage, { cause: error });
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
    if (now.size < headerBytes) return `${this.#file} was emptied. ${advice}`;
    const log = look(`${this.#file}-wal`);
    this.#openedLog ??= log;
    this.logBytes = log?.size ?? 0;
    return isSame(log, this.#openedLog) ? undefined : `${this.#file}-wal is gone or was replaced. ${advice}`;
  }
}

function look(file: string): Stats | undefined {
  return statSync(file, { throwIfNoEntry: false });
}

function isSame(one: Stats | undefined, other: Stats | undefined): boolean {
  return one?.ino === other?.ino && one?.dev === other?.dev;
}
