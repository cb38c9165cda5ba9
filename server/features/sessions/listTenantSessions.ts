import { toOptionalTimestamp } from "../../../contract";
import type { RecordedSession } from "../../../contract/visits/sessions";
import type { Handler, ReadContext } from "../../context";
import { type SessionRow, toSession } from "../../visits/session-row";
import { whomAudiencesAreFor } from "../audiences";
import { listedSessions } from "./listed-sessions";

export const listTenantSessions: Handler<"listTenantSessions"> = (ctx, { query }) =>
  listedSessions(ctx, "listTenantSessions", query, (rows) => recordedSessions(ctx, rows));

const nobodyKnown = { personId: null, personName: null, accountId: null, accountName: null };

async function recordedSessions(ctx: ReadContext, rows: readonly SessionRow[]): Promise<RecordedSession[]> {
  const audienceIds = new Set(rows.flatMap(({ audience_id }) => audience_id ?? []));
  const whom = await whomAudiencesAreFor(ctx, [...audienceIds]);
  return rows.map((row) => ({
    ...toSession(row),
    kind: row.kind,
    kindReasons: JSON.parse(row.kind_reasons) as string[],
    versionId: row.version_id,
    lastSeenAt: toOptionalTimestamp(row.last_seen_at),
    ...(whom.get(row.audience_id ?? "") ?? nobodyKnown),
  }));
}
