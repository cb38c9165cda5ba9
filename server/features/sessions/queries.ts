import type { Interaction } from "../../../contract";
import type { Reader } from "../../storage/port";
import { sql } from "../../storage/sql";
import { type InteractionRow, interactionColumns } from "../../visits/complete-session";
import { type SessionRow, sessionColumns } from "../../visits/session-row";

export function findSession(db: Reader, tenantId: string, audienceSessionId: string): Promise<SessionRow | undefined> {
  return db.first(sql`
    SELECT ${sessionColumns.names} FROM audience_sessions
    WHERE tenant_id = ${tenantId} AND audience_session_id = ${audienceSessionId}`);
}

export function toInteraction(row: InteractionRow): Interaction {
  return {
    componentContext: row.component_context,
    componentId: row.component_id,
    groundingChunkIds: JSON.parse(row.grounding_chunk_ids) as string[],
    label: row.label,
    options: JSON.parse(row.options) as string[],
    responseText: row.response_text,
    timestamp: row.happened_at,
  };
}

export function interactionsOf(db: Reader, tenantId: string, audienceSessionId: string): Promise<InteractionRow[]> {
  return db.all(sql`
    SELECT ${interactionColumns.names}
    FROM session_interactions WHERE tenant_id = ${tenantId} AND audience_session_id = ${audienceSessionId} ORDER BY position`);
}
