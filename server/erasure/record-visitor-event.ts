import type { EventData } from "../../contract";
import type { Writing } from "../context";
import { recordEvent } from "../events/record";
import type { Database } from "../storage/port";
import { declareIdentifiers, identifiersInEvent, type VisitorEventType } from "./declared-identifiers";
import { areRefused, lockIdentifiers } from "./former-identifiers";

type Recording = Pick<Writing, "tenantId" | "now" | "newId">;

/** Records a question or form together with who is named in it. False if one of them is just being erased: nothing is recorded. */
export function recordVisitorEvent<Type extends VisitorEventType>(
  db: Database,
  recording: Recording,
  type: Type,
  data: EventData<Type>,
): Promise<boolean> {
  const hashes = identifiersInEvent(data);
  return db.transaction(async (tx) => {
    const eventId = recording.newId("event");
    const ctx = { ...recording, db: tx, newId: () => eventId };
    await lockIdentifiers(ctx, hashes);
    if (await areRefused(ctx, hashes)) return false;
    await Promise.all([recordEvent(ctx, type, data.audienceId, data), declareIdentifiers(ctx, eventId, hashes)]);
    return true;
  });
}
