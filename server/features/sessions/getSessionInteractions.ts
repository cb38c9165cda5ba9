import type { Handler } from "../../context";
import { exchangesOf } from "./exchanges";
import { findSession, interactionsOf, toInteraction } from "./queries";

export const getSessionInteractions: Handler<"getSessionInteractions"> = async (ctx, { params }) => {
  const sessionId = params.audience_session_id;
  const [session, interactions] = await Promise.all([
    findSession(ctx.db, ctx.tenantId, sessionId),
    interactionsOf(ctx.db, ctx.tenantId, sessionId),
  ]);
  if (!session) return { found: false, interactions: [] };
  return { found: true, interactions: await exchangesOf(ctx, interactions.map(toInteraction)) };
};
