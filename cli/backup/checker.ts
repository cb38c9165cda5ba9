import { createHash } from "node:crypto";
import {
  checkedHeader,
  checkedTrailer,
  damaged,
  isRow,
  isTrailer,
  parseLine,
  type Row,
  type RowCounts,
  type Trailer,
} from "./format";

/** Reads a backup line by line, and checks at the end that it is complete. */
export class BackupChecker {
  readonly #file: string;
  readonly #digest = createHash("sha256");
  readonly #counts: RowCounts = {};
  #begun = false;
  #end: Trailer | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** Undefined for the header and the trailer. */
  take(line: Buffer): Row | undefined {
    if (this.#end) throw damaged(this.#file, "it goes on after its end");
    const value = parseLine(this.#file, line);
    if (this.#begun && isTrailer(value)) {
      this.#end = checkedTrailer(this.#file, value);
      return undefined;
    }
    this.#digest.update(line).update("\n");
    if (!this.#begun) {
      checkedHeader(this.#file, value);
      this.#begun = true;
      return undefined;
    }
    if (!isRow(value)) throw damaged(this.#file, "a line has another form");
    this.#counts[value.table] = (this.#counts[value.table] ?? 0) + 1;
    return value;
  }

  finish(): RowCounts {
    if (!this.#end) throw damaged(this.#file, "its end is missing");
    if (this.#end.sha256 !== this.#digest.digest("hex")) throw damaged(this.#file, "its checksum is another");
    if (JSON.stringify(this.#end.rows) !== JSON.stringify(this.#counts)) throw damaged(this.#file, "rows are missing");
    return this.#counts;
  }
}
