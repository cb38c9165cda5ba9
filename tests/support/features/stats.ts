import { findTenantByName } from "../../../server/features/tenants";
import { createIds, type IdPrefix } from "../../../server/records/ids";
import { saveSessions } from "../../../server/visits/complete-session";
import { visitKinds } from "../../../server/visits/kinds";
import type { SessionRow } from "../../../server/visits/session-row";
import type { TestService } from "../service/service";
import { testSite } from "../service/site";
import type { AudienceParams } from "./versions";

const monthMs = 30 * 86_400_000;

const some = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item;
const flag = () => (Math.random() < 0.4 ? 1 : 0);

/** A visit to one of the places within the last month, with figures drawn at random. */
export function randomSession(newId: (prefix: IdPrefix) => string, places: readonly AudienceParams[], now: number): SessionRow {
  const { page_id, audience_id } = some(places);
  return {
    analytics_session_id: newId("visit"),
    audience_session_id: newId("session"),
    audience_id: Math.random() < 0.1 ? null : audience_id,
    page_id,
    page_title: "Spring",
    page_url: null,
    computation_status: "completed",
    form_submission_id: null,
    form_submission_email: null,
    form_submission_phone: null,
    form_submission_identifier: null,
    form_submission_identifier_type: null,
    has_conversion: flag(),
    has_form_submit: flag(),
    is_bounce: flag(),
    max_scroll_depth_percentage: Math.random() < 0.2 ? null : Math.floor(Math.random() * 101),
    questions_asked_count: Math.floor(Math.random() * 4),
    total_clicks_count: 0,
    time_spent_seconds: Math.random() < 0.2 ? null : Math.round(Math.random() * 300_000) / 1_000,
    session_started_at: now - Math.floor(Math.random() * monthMs),
    session_ended_at: now,
    utm_campaign: some(["spring", "autumn", null]),
    utm_content: null,
    utm_medium: null,
    utm_source: some(["mail", "ads", null]),
    utm_term: null,
    kind: some(visitKinds),
    kind_reasons: "[]",
    version_id: some(["version_one", "version_two"]),
    last_seen_at: now,
    declared_visitor: some([null, 1, 2, 3]),
    was_persons: 0,
  };
}

/** As computing visits saves them, with all that is counted. */
export async function saveRandom(
  { db, clock }: TestService,
  changes: { before: SessionRow | undefined; after: SessionRow }[],
): Promise<void> {
  const tenant = await findTenantByName(db, "default");
  const newId = createIds(clock);
  for (let from = 0; from < changes.length; from += 64) {
    const some = changes.slice(from, from + 64).map((change) => ({ ...change, accountId: null, interactions: [] }));
    await db.transaction((tx) =>
      saveSessions(
        { db: tx, dialect: db.dialect, tenantId: tenant?.tenant_id as string, now: clock(), newId, site: testSite },
        some,
      ),
    );
  }
}
