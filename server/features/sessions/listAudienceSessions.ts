import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { toSession } from "../../visits/session-row";
import { pageExists } from "../pages";
import { listedSessions } from "./listed-sessions";

export const listAudienceSessions: Handler<"listAudienceSessions"> = async (ctx, { params, query }) => {
  const pageId = params.page_id;
  if (!(await pageExists(ctx.db, ctx.tenantId, pageId))) throw notFound();
  return listedSessions(ctx, "listAudienceSessions", { ...query, pageId }, (rows) => rows.map(toSession));
};
