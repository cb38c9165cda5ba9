import type { Handler } from "../../context";
import { findSession, interactionsOf, toInteraction } from "./queries";

export const getSessionInteractions: Handler<"getSessionInteractions"> = async (ctx, { params }) => {
  const sessionId = params.audience_session_id;
  const [session, interactions] = await Promise.all([
    findSession(ctx.db, ctx.tenantId, sessionId),
    interactionsOf(ctx.db, ctx.tenantId, sessionId),
  ]);
  return session ? { found: true, interactions: interactions.map(toInteraction) } : { found: false, interactions: [] };
};
