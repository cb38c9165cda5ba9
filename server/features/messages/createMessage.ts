import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { changeAudience, findAudienceToChange } from "../audiences";

export const createMessage: Handler<"createMessage"> = async (ctx, { params, body }) => {
  const row = await findAudienceToChange(ctx, params.page_id, params.audience_id);
  if (!row) throw notFound();
  const { message } = await changeAudience(ctx, row, body.changes, { role: "user", text: body.text });
  return message;
};
