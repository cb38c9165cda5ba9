import type { EventData, Person } from "../../contract";
import type { Writing } from "../context";
import { sql } from "../storage/sql";
import { declareIdentifiers, identifiersInEvent, type VisitorEvent } from "./declared-identifiers";
import { keepFormerIdentifiers } from "./former-identifiers";

interface Unindexed {
  type: string;
  walked_to: string;
  up_to: string;
}

/** Indexes events from before there was an index. Undefined when all events of the tenant are indexed. */
export async function indexSomeEvents(ctx: Writing, limit: number): Promise<number | undefined> {
  const { db, tenantId } = ctx;
  const left = await db.first<Unindexed>(sql`
    SELECT type, walked_to, up_to FROM unindexed_events WHERE tenant_id = ${tenantId} ORDER BY type LIMIT 1 ${ctx.dialect.forUpdate}`);
  if (!left) return undefined;
  const events = await db.all<{ event_id: string; data: string }>(sql`
    SELECT event_id, data FROM events
    WHERE tenant_id = ${tenantId} AND type = ${left.type} AND event_id > ${left.walked_to} AND event_id <= ${left.up_to}
    ORDER BY event_id LIMIT ${limit}`);
  for (const { event_id, data } of events) {
    if (left.type.startsWith("person.")) await keepIdentifiersIn(ctx, JSON.parse(data) as Person);
    else await declareIdentifiers(ctx, event_id, identifiersInEvent(JSON.parse(data) as VisitorEvent));
  }
  await db.run(
    events.length < limit
      ? sql`DELETE FROM unindexed_events WHERE tenant_id = ${tenantId} AND type = ${left.type}`
      : sql`
          UPDATE unindexed_events SET walked_to = ${events.at(-1)?.event_id ?? ""}
          WHERE tenant_id = ${tenantId} AND type = ${left.type}`,
  );
  return events.length;
}

/** The lock keeps the person from being erased meanwhile. */
async function keepIdentifiersIn(ctx: Writing, was: EventData<"person.updated">): Promise<void> {
  const row = await ctx.db.first<{ email: string | null; phone_number: string | null; linkedin_profile_url: string | null }>(sql`
    SELECT email, phone_number, linkedin_profile_url FROM persons
    WHERE tenant_id = ${ctx.tenantId} AND person_id = ${was.personId} ${ctx.dialect.forShare}`);
  const before = { email: was.email, phone_number: was.phoneNumber, linkedin_profile_url: was.linkedinProfileUrl };
  if (row) await keepFormerIdentifiers(ctx, was.personId, before, row);
}
