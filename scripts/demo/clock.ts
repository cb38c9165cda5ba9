import type { Database } from "../../server/storage/port";
import { sql } from "../../server/storage/sql";

/** A clock that begins in the past and is set forward until it shows the real time. */
export class DemoClock {
  #behindMs: number;
  readonly now = () => Date.now() - this.#behindMs;

  constructor(behindMs: number) {
    this.#behindMs = behindMs;
  }

  setForward(to: number): void {
    this.#behindMs = Math.min(this.#behindMs, Math.max(0, Date.now() - to));
  }

  /** The same database, whose own clock is as far behind. */
  database(db: Database): Database {
    const { now } = db.dialect;
    const dialect = Object.defineProperty({ ...db.dialect }, "now", { get: () => sql`(${now} - ${this.#behindMs})` });
    return { ...db, dialect };
  }
}
