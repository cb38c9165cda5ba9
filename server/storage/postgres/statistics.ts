import type { Transaction } from "../port";
import { sql, statement } from "../sql";

/** As often as a large import may outgrow the plans that were made for an empty table. */
const checkMs = 2_000;
const lockName = "statistics";
const growth = 4;
const pageBytes = 8_192;
/** Some hundred rows, which any plan reads soon enough. */
const smallBytes = 16 * pageBytes;

type Transact = (work: (tx: Transaction) => Promise<void>) => Promise<void>;

/**
 * Analyses tables that have outgrown what the planner knows of them. Prepared statements keep the plan that was made for a
 * few rows, which reads the whole table, and autovacuum takes up to a minute to notice an import.
 */
export class Statistics {
  readonly #transact: Transact;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(transact: Transact) {
    this.#transact = transact;
  }

  /** To be called after a commit. Without commits there is nothing to check. */
  changed(): void {
    if (this.#timer !== undefined || this.#closed) return;
    this.#timer = setTimeout(() => this.#check(), checkMs);
    this.#timer.unref();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  async #check(): Promise<void> {
    this.#timer = undefined;
    // When it fails, the next commit leads to another check.
    await this.#transact(analyseGrown).catch(() => {});
  }
}

/** One process at a time. */
async function analyseGrown(tx: Transaction): Promise<void> {
  if (!(await tx.tryLock(lockName))) return;
  for (const { name } of await tx.all<{ name: string }>(grownTables)) await tx.run(statement(`ANALYZE ${name}`));
}

/**
 * Tables that have become four times as large since they were analysed. By their files, because the server counts rows
 * with a delay of up to ten seconds.
 */
const grownTables = sql`
  SELECT quote_ident(relname) AS name FROM pg_class
  WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
    AND pg_relation_size(oid) >= ${growth} * greatest(CAST(relpages AS BIGINT) * ${pageBytes}, ${smallBytes / growth})`;
