import type { Handler } from "../../context";
import { toRecordedSession } from "../../visits/session-row";
import { listedSessions } from "./listed-sessions";

export const listTenantSessions: Handler<"listTenantSessions"> = (ctx, { query }) =>
  listedSessions(ctx, "listTenantSessions", query, toRecordedSession);
