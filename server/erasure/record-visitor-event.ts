import type { EventData } from "../../contract";
import type { Writing } from "../context";
import { recordEvent } from "../events/record";
import type { Database, Transaction } from "../storage/port";
import { declareIdentifiers, type VisitorEventType } from "./declared-identifiers";
import { areRefused, lockIdentifiers } from "./former-identifiers";

/**
 * For a change that names people. The hashes must be sorted. Undefined, and nothing is changed, if one of the people is just
 * being erased.
 */
export function unlessErased<Result>(
  db: Database,
  making: Omit<Writing, "db" | "dialect">,
  hashes: readonly string[],
  work: (ctx: Writing) => Promise<Result>,
): Promise<Result | undefined> {
  const { tenantId, actor = "visitor" as const } = making;
  const change = async (tx: Transaction) => {
    const ctx = { ...making, actor, db: tx, dialect: db.dialect };
    await lockIdentifiers(ctx, hashes);
    return (await areRefused(ctx, hashes)) ? undefined : work(ctx);
  };
  return db.transaction(change, { tenantId });
}

/** Records a question or form, or what follows from one, together with who is named in it. */
export async function recordVisitorEvent<Type extends VisitorEventType>(
  ctx: Writing,
  type: Type,
  subjectId: string,
  data: EventData<Type>,
  hashes: readonly string[],
): Promise<void> {
  const eventId = ctx.newId("event");
  await Promise.all([
    recordEvent({ ...ctx, newId: () => eventId }, type, subjectId, data),
    declareIdentifiers(
      ctx,
      hashes.map((hash) => [hash, eventId] as const),
    ),
  ]);
}
