import type { Operation } from "../../contract";
import type { CsvCell } from "../../contract/csv";
import { type Attempt, Existing, type Making, type PrepareContext, type ReadContext, type WriteContext } from "../context";
import type { Transaction } from "../storage/port";
import { ReadsInTurn } from "../storage/reads-in-turn";
import { type ChangeResult, createRunningKeys, findStoredAnswer, type IdempotentRequest, storeAnswer } from "./idempotency";
import type { Holder } from "./keyring";
import { hasLongList, longJson } from "./long-json";
import { type Precondition, requireUnedited, tagOf } from "./preconditions";
import type { CheckedInput } from "./request/check";
import type { Services } from "./services";

export interface AnyHandler {
  (ctx: ReadContext | WriteContext, input: CheckedInput, prepared?: unknown): Promise<unknown>;
  prepare?: (ctx: PrepareContext, input: CheckedInput) => Promise<unknown>;
  attempt?: (ctx: Making, input: CheckedInput) => Attempt;
  rows?: (ctx: ReadContext, input: CheckedInput) => AsyncGenerator<CsvCell[][]>;
  guarded?: (ctx: WriteContext, input: CheckedInput) => Promise<Record<string, string> | undefined>;
}

/** A change that passed every check. */
export interface Change {
  operation: Operation;
  handler: AnyHandler;
  input: CheckedInput;
  holder: Holder;
  now: number;
  /** Set when the caller sent an Idempotency-Key. */
  repeatable: IdempotentRequest | undefined;
  /** Set when the caller sent If-Match. */
  precondition: Precondition | undefined;
}

/** Runs a handler in one transaction, together with the answer stored for a repeat. */
export function createExecutor({ db, newId, site }: Services): (change: Change) => Promise<ChangeResult> {
  const exclusively = createRunningKeys();

  async function execute({ operation, handler, input, holder, now, repeatable, precondition }: Change): Promise<ChangeResult> {
    if (handler.attempt && !repeatable) {
      const { write, answer } = handler.attempt(
        { tenantId: holder.tenantId, actor: holder, now, newId, dialect: db.dialect },
        input,
      );
      if (await db.write(write)) return { status: operation.status, body: answer, replayed: false };
    }
    const { tenantId } = holder;
    const transaction = <Result>(work: (tx: Transaction) => Promise<Result>) => db.transaction(work, { tenantId });
    if (handler.prepare && repeatable) {
      // A repeat needs no preparation: its answer is stored.
      const stored = await transaction((tx) => findStoredAnswer(tx, repeatable));
      if (stored) return stored;
    }
    const reading: ReadContext = {
      db: new ReadsInTurn(db, tenantId),
      tenantId,
      actor: holder,
      now,
      site,
    };
    const writing = { ...reading, dialect: db.dialect, newId };
    const prepared = await handler.prepare?.(
      { ...reading, change: (work) => transaction((tx) => work({ ...writing, db: tx })) },
      input,
    );
    return transaction(async (tx) => {
      const stored = repeatable && (await findStoredAnswer(tx, repeatable));
      if (stored) return stored;
      const ctx: WriteContext = { ...writing, db: tx };
      if (precondition) await requireUnedited(ctx, input, precondition);
      const result = await handler(ctx, input, prepared);
      const output = result instanceof Existing ? result.resource : result;
      const status = result instanceof Existing ? 200 : operation.status;
      const body = hasLongList(output) ? await longJson(tenantId, output) : JSON.stringify(output);
      const tag = tagOf(operation, { output });
      if (repeatable) await storeAnswer(tx, repeatable, { status, output, body, tag });
      return { status, body, replayed: false, tag };
    });
  }

  return (change) => (change.repeatable ? exclusively(change.repeatable, () => execute(change)) : execute(change));
}
