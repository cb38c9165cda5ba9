import type { EventData, EventType } from "../events/events";
import { sampleId } from "./samples";

type EventSamples = { [Type in EventType]?: Partial<EventData<Type>> };

const startedAt = "+1763164800000";
const endedAt = "+1763164894000";

/** A second record of the same kind. */
function otherId(prefix: string): string {
  return `${prefix}_01ka2d0c80f5tq3m7w9x2b4y6z`;
}

const asset = {
  name: "Skyline",
  purpose: "Background of the header",
  data: { type: "image", fileId: sampleId("file") },
  trashedAt: null,
};
const unbuilt = { queueDurationMs: null, becameDraftAt: null, publishedAt: null };
const unsentForm = { formSubmissionId: null, hasConversion: false, hasFormSubmit: false, questionsAskedCount: 0 };

/** Fields that an event has in place of the general sample of its data. */
export const eventSamples: EventSamples = {
  "account.new_visitor": { madeForPersonId: otherId("person") },
  "account_log.deleted": { deletedAt: endedAt },
  "api_key.revoked": { revokedAt: endedAt },
  "api_key.rotated": { replacedBy: otherId("key") },
  "asset.created": asset,
  "asset.deleted": { ...asset, trashedAt: startedAt, deletedAt: endedAt },
  "asset.restored": asset,
  "asset.trashed": { ...asset, trashedAt: endedAt },
  "asset.updated": asset,
  "audience.archived": { archivedAt: endedAt },
  "audience_session.completed": { sessionEndedAt: endedAt },
  "audience_session.not_counted": {
    ...unsentForm,
    sessionEndedAt: endedAt,
    kind: "scanner",
    kindReasons: ["many_persons_pages", "input_too_soon"],
  },
  "audience_session.started": {
    ...unsentForm,
    computationStatus: "pending",
    maxScrollDepthPercentage: null,
    totalClicksCount: 0,
    timeSpentSeconds: null,
    sessionEndedAt: null,
  },
  "audience_version.cancelled": { ...unbuilt, status: "cancelled", cancelledAt: endedAt, reason: "Its batch was cancelled" },
  "audience_version.created": { ...unbuilt, status: "queued" },
  "audience_version.drafted": { status: "draft", publishedAt: null },
  "domain.created": { status: "pending", verifiedAt: null },
  "domain.deleted": { domain: "pages.acme.com" },
  "page.archived": { status: "archived", archivedAt: endedAt },
  "page_link.deleted": { deletedAt: endedAt },
  "question.unanswered": { status: "unanswered", responseText: null, groundingChunkIds: [], score: 0.0625 },
  "topic.entries_ordered": { entryIds: [otherId("entry"), sampleId("entry")] },
  "version_batch.cancelled": { made: 840 },
  "version_batch.started": { total: 1_000 },
  "webhook_subscription.disabled": {
    url: "https://acme.com/hooks/foyer",
    reason: "failing",
    lastEvent: { eventId: sampleId("event"), type: "person.created" },
    status: 503,
    answer: "Service Unavailable",
  },
};
