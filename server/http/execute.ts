import type { Operation } from "../../contract";
import { Existing, type ReadContext, type WriteContext } from "../context";
import type { CheckedInput } from "./check";
import { type Answer, createRunningKeys, findStoredAnswer, type IdempotentRequest, storeAnswer } from "./idempotency";
import type { Holder } from "./keyring";
import type { Services } from "./services";

export type AnyHandler = (ctx: ReadContext | WriteContext, input: CheckedInput) => Promise<unknown>;

/** A request that passed every check. */
export interface Call {
  operation: Operation;
  handler: AnyHandler;
  input: CheckedInput;
  holder: Holder;
  now: number;
  /** Set when the caller sent an Idempotency-Key. */
  repeatable: IdempotentRequest | undefined;
}

/** Runs handlers: reads on the database, anything else in one transaction with its stored answer. */
export function createExecutor({ db, newId }: Services): (call: Call) => Promise<Answer> {
  const exclusively = createRunningKeys();

  async function read({ handler, input, holder, now }: Call): Promise<Answer> {
    const output = await handler({ db, tenantId: holder.tenantId, actor: holder, now }, input);
    return { status: 200, body: JSON.stringify(output), replayed: false };
  }

  function write({ operation, handler, input, holder, now, repeatable }: Call): Promise<Answer> {
    return db.transaction(async (tx) => {
      const stored = repeatable && (await findStoredAnswer(tx, repeatable));
      if (stored) return stored;
      const ctx: WriteContext = { db: tx, dialect: db.dialect, tenantId: holder.tenantId, actor: holder, now, newId };
      const result = await handler(ctx, input);
      const output = result instanceof Existing ? result.resource : result;
      const status = result instanceof Existing ? 200 : operation.status;
      if (repeatable) await storeAnswer(tx, repeatable, status, output);
      return { status, body: JSON.stringify(output), replayed: false };
    });
  }

  return (call) => {
    if (call.operation.method === "GET") return read(call);
    return call.repeatable ? exclusively(call.repeatable, () => write(call)) : write(call);
  };
}
