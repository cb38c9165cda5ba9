import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { toSession } from "../../visits/session-row";
import { findSession } from "./queries";

export const getAudienceSession: Handler<"getAudienceSession"> = async (ctx, { params }) => {
  const row = await findSession(ctx.db, ctx.tenantId, params.audience_session_id);
  if (!row || row.page_id !== params.page_id) throw notFound();
  return toSession(row);
};
