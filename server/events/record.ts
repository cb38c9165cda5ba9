import type { EventData, EventType } from "../../contract";
import type { WriteContext } from "../context";
import { sql } from "../storage/sql";

/** Written in the change's own transaction: both are there or neither. */
export async function recordEvent<Type extends EventType>(
  ctx: Pick<WriteContext, "db" | "tenantId" | "now" | "newId">,
  type: Type,
  subjectId: string,
  data: EventData<Type>,
): Promise<void> {
  await ctx.db.run(sql`
    INSERT INTO events (tenant_id, event_id, type, subject_id, data, created_at)
    VALUES (${ctx.tenantId}, ${ctx.newId("event")}, ${type}, ${subjectId}, ${JSON.stringify(data)}, ${ctx.now})`);
}
