import { type Database, Unavailable } from "../../storage/port";
import { type AskedQuestion, recordQuestions } from "./record-questions";

/** Questions of one transaction. */
const maxAtOnce = 64;

interface Waiting {
  asked: AskedQuestion;
  resolve: (isRecorded: boolean) => void;
  reject: (error: unknown) => void;
}

/** Group commit: questions of a tenant that come while others of it are being recorded share the next transaction. */
export class QuestionRecorder {
  readonly #db: Database;
  /** By tenants, of which each is being recorded or about to be. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Resolved once durable. False if somebody who is named in it is just being erased: nothing is recorded. */
  record(asked: AskedQuestion): Promise<boolean> {
    const { tenantId } = asked.making;
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(tenantId);
      if (waiting) waiting.push({ asked, resolve, reject });
      else {
        this.#waiting.set(tenantId, [{ asked, resolve, reject }]);
        void this.#drain(tenantId);
      }
    });
  }

  async #drain(tenantId: string): Promise<void> {
    // Lets the requests that have arrived be read, so that their questions join the transaction.
    await new Promise((turn) => setImmediate(turn));
    const waiting = this.#waiting.get(tenantId) ?? [];
    for (;;) {
      const [first, ...others] = waiting.splice(0, maxAtOnce);
      if (!first) break;
      await this.#recordTogether([first, ...others]);
    }
    this.#waiting.delete(tenantId);
  }

  async #recordTogether(some: [Waiting, ...Waiting[]]): Promise<void> {
    const [first, ...others] = some;
    try {
      const recorded = await recordQuestions(this.#db, [first.asked, ...others.map(({ asked }) => asked)]);
      for (const [at, { resolve }] of some.entries()) resolve(recorded[at] === true);
    } catch (error) {
      // One question must not fail the others. Without a database, each would only wait for it again.
      if (others.length > 0 && !(error instanceof Unavailable)) for (const one of some) await this.#recordTogether([one]);
      else for (const { reject } of some) reject(error);
    }
  }
}
