import type { Message, OverrideChanges, Overrides } from "../../../../contract";
import type { Writing } from "../../../context";
import { insertMessage, toMessage } from "./message-queries";

interface NewMessage {
  role: Message["role"];
  text: string;
  changes: OverrideChanges;
  /** The overrides after the change. */
  snapshot: Overrides;
}

/** Appends to an audience's history. */
export async function addMessage(
  ctx: Writing,
  audienceId: string,
  { role, text, changes, snapshot }: NewMessage,
): Promise<Message> {
  const row = {
    message_id: ctx.newId("message"),
    audience_id: audienceId,
    role,
    text,
    changes: JSON.stringify(changes),
    snapshot: JSON.stringify(snapshot),
    created_at: ctx.now,
  };
  await insertMessage(ctx, row);
  return toMessage(row);
}
