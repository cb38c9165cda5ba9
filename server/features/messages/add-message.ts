import type { Message, Overrides } from "../../../contract";
import type { Writing } from "../../context";
import { type AudienceRow, toOverrides } from "../audiences";
import { insertMessage, toMessage } from "./queries";

interface Remark {
  role: Message["role"];
  text: string;
  changes: { [Field in keyof Overrides]?: Overrides[Field] | undefined };
}

/** Appends to an audience's history; `audience` is as it is after the change. */
export async function addMessage(ctx: Writing, audience: AudienceRow, { role, text, changes }: Remark): Promise<Message> {
  const row = {
    message_id: ctx.newId("message"),
    audience_id: audience.audience_id,
    role,
    text,
    changes: JSON.stringify(changes),
    snapshot: JSON.stringify(toOverrides(audience)),
    created_at: ctx.now,
  };
  await insertMessage(ctx, row);
  return toMessage(row);
}
