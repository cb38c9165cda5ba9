import type { Writing } from "../context";
import { sql } from "../storage/sql";
import { declareIdentifiers, identifiersInEvent, type VisitorEvent } from "./declared-identifiers";
import { keepFormerIdentifiers } from "./former-identifiers";
import { type Identified, identifiersIn } from "./identifiers";

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
    if (left.type.startsWith("person.")) await keepIdentifiersIn(ctx, data);
    else {
      const named = identifiersInStored(data).map((hash) => [hash, event_id] as const);
      await declareIdentifiers(ctx, named);
    }
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

/** An event in an unreadable format is searched as plain text, because it must not block all erasures. */
function identifiersInStored(data: string): string[] {
  try {
    return identifiersInEvent(JSON.parse(data) as VisitorEvent);
  } catch {
    return identifiersIn([data]).sort();
  }
}

/** The lock keeps the person from being erased meanwhile. */
async function keepIdentifiersIn(ctx: Writing, data: string): Promise<void> {
  const was = readPerson(data);
  if (!was) return;
  const row = await ctx.db.first<Identified>(sql`
    SELECT email, phone_number, linkedin_profile_url FROM persons
    WHERE tenant_id = ${ctx.tenantId} AND person_id = ${was.person_id} ${ctx.dialect.forShare}`);
  if (row) await keepFormerIdentifiers(ctx, was.person_id, was, row);
}

/** Undefined when the event does not say whom it is about. */
function readPerson(data: string): (Identified & { person_id: string }) | undefined {
  try {
    const { personId, email, phoneNumber, linkedinProfileUrl } = JSON.parse(data) as Record<string, unknown>;
    if (typeof personId !== "string") return undefined;
    const text = (value: unknown) => (typeof value === "string" ? value : null);
    return {
      person_id: personId,
      email: text(email),
      phone_number: text(phoneNumber),
      linkedin_profile_url: text(linkedinProfileUrl),
    };
  } catch {
    return undefined;
  }
}
