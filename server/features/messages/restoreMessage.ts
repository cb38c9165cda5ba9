import type { Overrides } from "../../../contract";
import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { changeAudience, findAudienceToChange, findMessage } from "../audiences";

export const restoreMessage: Handler<"restoreMessage"> = async (ctx, { params }) => {
  const row = await findAudienceToChange(ctx, params.page_id, params.audience_id);
  const message = await findMessage(ctx.db, ctx.tenantId, params.audience_id, params.message_id);
  if (!row || !message) throw notFound();
  const messageId = message.message_id;
  const snapshot = JSON.parse(message.snapshot) as Overrides;
  await changeAudience(ctx, row, snapshot, { role: "system", text: `Restored to ${messageId}` });
  return { success: true, messageId };
};
