import type { Interaction } from "../../../contract";
import { columns, integer, type RowOf, text } from "../../storage/columns";
import type { Reader } from "../../storage/port";
import { sql } from "../../storage/sql";
import { type SessionRow, sessionColumns } from "../../visits/session-row";

export function findSession(db: Reader, tenantId: string, audienceSessionId: string): Promise<SessionRow | undefined> {
  return db.first(sql`
    SELECT ${sessionColumns.names} FROM audience_sessions
    WHERE tenant_id = ${tenantId} AND audience_session_id = ${audienceSessionId}`);
}

const interactionColumns = columns({
  component_context: text,
  component_id: text,
  grounding_chunk_ids: text,
  label: text,
  options: text,
  response_text: text,
  happened_at: integer,
});
type InteractionRow = RowOf<typeof interactionColumns>;

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
