import type { InPieces } from "../../event-loop/in-pieces";
import type { Transaction, Write } from "../port";
import { Outbox, type Signal } from "../signals";
import type { Sql } from "../sql";
import type { Prepared } from "./connection";

export type Work = ((tx: Transaction) => Promise<unknown>) | Write;

export type Result = { value: unknown; signals: Iterable<Signal> } | { error: unknown; wrote: boolean };

export function runWork(work: Work, prepared: Prepared, inPieces: InPieces): Result | Promise<Result> {
  return typeof work === "function" ? run(work, prepared, inPieces) : runWrite(work, prepared);
}

/** Once a job is done, a statement it still issues would land in its neighbour's transaction. */
async function run(work: (tx: Transaction) => Promise<unknown>, prepared: Prepared, inPieces: InPieces): Promise<Result> {
  let over = false;
  let wrote = false;
  const outbox = new Outbox();
  const use = () => {
    if (over) throw new Error("the transaction is over");
    return prepared;
  };
  const read = (query: Sql) => {
    wrote ||= !startsWith(query, reads);
    return use();
  };
  const tx: Transaction = {
    first: async <Row>(query: Sql) => inPieces.run(() => read(query).first<Row>(query)),
    all: async <Row>(query: Sql) => inPieces.run(() => read(query).all<Row>(query)),
    run: async (query) =>
      inPieces.run(() => {
        const changed = use().run(query);
        wrote ||= changed > 0 || !startsWith(query, changes);
        return changed;
      }),
    write: async (write) =>
      inPieces.run(() => {
        const before = wrote;
        // Assumed until the write is known to have added nothing, because it may fail after its first row.
        wrote = true;
        const added = use().write(write);
        wrote = before || added;
        if (added && write.wakes !== undefined) outbox.add(write.wakes, "");
        return added;
      }),
    lock: async () => {},
    tryLock: async () => true,
    async signal(channel, payload = "") {
      use();
      outbox.add(channel, payload);
    },
    wake: (channel) => outbox.add(channel, ""),
  };
  try {
    return { value: await work(tx), signals: outbox.signals };
  } catch (error) {
    return { error, wrote };
  } finally {
    over = true;
  }
}

/** Without the closures and promises of a transaction. */
function runWrite(write: Write, prepared: Prepared): Result {
  try {
    const value = prepared.write(write);
    return { value, signals: value && write.wakes !== undefined ? [{ channel: write.wakes, payload: "" }] : [] };
  } catch (error) {
    return { error, wrote: true };
  }
}

const reads = /^\s*SELECT\b/i;
const changes = /^\s*(INSERT|UPDATE|DELETE)\b/i;

function startsWith({ pieces }: Sql, pattern: RegExp): boolean {
  return pattern.test(pieces[0] as string);
}
