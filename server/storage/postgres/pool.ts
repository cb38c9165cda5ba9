import type { ReservedSQL, SQL } from "bun";
import { Unavailable } from "../port";
import type { Value } from "../sql";
import type { Deadlines } from "./deadlines";

/** Of every connection to the server. */
export const connectTimeoutSeconds = 5;
/** How long other statements may still use a pool that is replaced because one of its connections did not answer. */
const retireSeconds = 1;
const closeSeconds = 1;

/** The rows of a SELECT, or how many rows a change has touched. */
export type Rows = Record<string, unknown>[] & { count: number; command: string };

/** Connections to a server that may stop answering without closing them. */
export class Pool {
  readonly #open: () => SQL;
  readonly #deadlines: Deadlines;
  readonly #answerMs: number;
  #client: SQL;

  constructor(open: () => SQL, deadlines: Deadlines, answerMs: number) {
    this.#open = open;
    this.#deadlines = deadlines;
    this.#answerMs = answerMs;
    this.#client = open();
  }

  /** Runs a statement on any free connection. */
  send(text: string, values: Value[]): Promise<Rows> {
    const client = this.#client;
    return this.#deadlines.within(this.#answerMs, client.unsafe<Rows>(text, values), () => this.#replace(client), text);
  }

  notify(channel: string, payload: string): Promise<unknown> {
    const client = this.#client;
    return this.#deadlines.within(this.#answerMs, client.notify(channel, payload), () => this.#replace(client));
  }

  /** A connection for one transaction; `workMs` is for each of its statements. */
  async reserve(workMs: number): Promise<ReservedConnection> {
    const reserving = this.#client.reserve();
    const giveBack = () => {
      reserving.then((connection) => connection.release()).catch(() => {});
    };
    const reserved = await this.#deadlines.within(this.#answerMs, reserving, giveBack);
    return new ReservedConnection(reserved, this.#deadlines, { answerMs: this.#answerMs, workMs });
  }

  async close(): Promise<void> {
    await this.#client.close({ timeout: closeSeconds });
  }

  /** The client does not say which connection did not answer, so all go. */
  #replace(client: SQL): void {
    if (this.#client !== client) return;
    this.#client = this.#open();
    client.close({ timeout: retireSeconds }).catch(() => {});
  }
}

interface Patience {
  answerMs: number;
  workMs: number;
}

export class ReservedConnection {
  readonly #reserved: ReservedSQL;
  readonly #deadlines: Deadlines;
  readonly #patience: Patience;
  #isDropped = false;

  constructor(reserved: ReservedSQL, deadlines: Deadlines, patience: Patience) {
    this.#reserved = reserved;
    this.#deadlines = deadlines;
    this.#patience = patience;
  }

  send(text: string, values: Value[]): Promise<Rows> {
    return this.#within(this.#patience.workMs, text, values);
  }

  /** For what takes no time, however long the statements of the transaction may take: `BEGIN`, say. */
  control(text: string): Promise<Rows> {
    return this.#within(this.#patience.answerMs, text);
  }

  #within(ms: number, text: string, values?: Value[]): Promise<Rows> {
    if (this.#isDropped) return Promise.reject(new Unavailable("the connection is lost"));
    return this.#deadlines.within(ms, this.#reserved.unsafe<Rows>(text, values), () => this.#drop(), text);
  }

  /** The server answers the commit of a transaction in which a statement has failed, but rolls it back. */
  async commit(): Promise<void> {
    const { command } = await this.control("COMMIT");
    if (command !== "COMMIT") throw new Error("The transaction was rolled back, because one of its statements has failed");
  }

  release(): void {
    if (!this.#isDropped) this.#reserved.release();
  }

  /** Undoes its transaction. A connection that does not answer is thrown away, which undoes it too. */
  async rollBack(): Promise<void> {
    try {
      await this.control("ROLLBACK");
      this.release();
    } catch {
      this.#drop();
    }
  }

  #drop(): void {
    if (this.#isDropped) return;
    this.#isDropped = true;
    this.#reserved.close({ timeout: 0 }).catch(() => {});
  }
}
