import * as z from "zod";
import { audience } from "../audiences/audiences";
import { audienceVersion } from "../audiences/versions";
import { count, identifier, isInOrder, outOfOrder, reference, timestamp, timestampInQuery } from "../fields";
import { apiKey } from "../installation/api-keys";
import { settings } from "../installation/settings";
import { lazy, type Made } from "../lazy";
import { operation } from "../operation";
import { assetWithoutAddresses } from "../pages/assets";
import { brand } from "../pages/brands";
import { tenantDomain } from "../pages/domains";
import { form } from "../pages/forms";
import { pageLink } from "../pages/page-links";
import { page } from "../pages/pages";
import { topicEntry, topicWithoutEntries } from "../pages/topics";
import { cappedCount, envelope, paging } from "../paging";
import { accountLog, accountWithoutPersons } from "../people/accounts";
import { person } from "../people/persons";
import { question, questionStatuses } from "../visits/questions";
import { sessionWithoutVisitor, uncountedSession } from "../visits/sessions";
import { askedQuestion, formSubmission, newVisitor } from "../visits/visitor-forms";
import { disabledSubscription, webhookSubscription } from "./webhook-subscription";

/** Every event and its `data`, which webhooks send as well. */
export const events = {
  "account.created": accountWithoutPersons,
  "account.new_visitor": newVisitor,
  "account.updated": accountWithoutPersons,
  "account_log.created": accountLog,
  "account_log.deleted": accountLog,
  "api_key.created": apiKey,
  "api_key.revoked": apiKey,
  "api_key.rotated": lazy(() => z.strictObject({ keyId: identifier, replacedBy: identifier })),
  "api_key.updated": apiKey,
  "audience.archived": audience,
  "audience.created": audience,
  "audience.restored": audience,
  "audience.updated": audience,
  "audience_session.completed": sessionWithoutVisitor,
  "audience_session.not_counted": uncountedSession,
  "audience_session.started": sessionWithoutVisitor,
  "audience_version.cancelled": lazy(() => z.strictObject({ ...audienceVersion().shape, reason: z.string() })),
  "audience_version.created": audienceVersion,
  "audience_version.drafted": audienceVersion,
  "audience_version.published": audienceVersion,
  "brand.created": brand,
  "brand.deleted": lazy(() => z.strictObject({ brandId: identifier })),
  "brand.updated": brand,
  "form.created": form,
  "form.deleted": lazy(() => z.strictObject({ formId: identifier })),
  "form.submitted": formSubmission,
  "form.updated": form,
  "form_submission.deleted": lazy(() => z.strictObject({ submissionId: identifier })),
  "page.archived": page,
  "page.created": page,
  "page.restored": page,
  "page.topics_changed": lazy(() => z.strictObject({ pageId: identifier, topicIds: z.array(identifier) })),
  "page.updated": page,
  "domain.created": tenantDomain,
  "domain.deleted": lazy(() => z.strictObject({ domainId: identifier, domain: z.string() })),
  "domain.verified": tenantDomain,
  "page_link.created": pageLink,
  "page_link.deleted": pageLink,
  "page_link.updated": pageLink,
  "asset.created": assetWithoutAddresses,
  "asset.deleted": assetWithoutAddresses,
  "asset.restored": assetWithoutAddresses,
  "asset.trashed": assetWithoutAddresses,
  "asset.updated": assetWithoutAddresses,
  "person.created": person,
  "person.deleted": lazy(() => z.strictObject({ personId: identifier })),
  "person.updated": person,
  "settings.updated": settings,
  "question.answered": question,
  "question.asked": askedQuestion,
  "question.deleted": lazy(() => z.strictObject({ questionId: identifier })),
  "question.unanswered": question,
  "question.updated": lazy(() =>
    z
      .strictObject({
        questionId: identifier,
        pageId: identifier,
        status: z.enum(questionStatuses),
        topicEntryId: z.string().nullable(),
      })
      .meta({ id: "QuestionState" }),
  ),
  "topic.created": topicWithoutEntries,
  "topic.deleted": lazy(() => z.strictObject({ topicId: identifier })),
  "topic.updated": topicWithoutEntries,
  "topic_entry.created": topicEntry,
  "topic_entry.deleted": lazy(() => z.strictObject({ topicEntryId: identifier, topicId: identifier })),
  "topic_entry.updated": topicEntry,
  "topic.entries_ordered": lazy(() => z.strictObject({ topicId: identifier, entryIds: z.array(identifier) })),
  "version_batch.cancelled": lazy(() => z.strictObject({ batchId: identifier, pageId: identifier, made: count })),
  "version_batch.started": lazy(() => z.strictObject({ batchId: identifier, pageId: identifier, total: count })),
  "webhook_subscription.created": webhookSubscription,
  "webhook_subscription.deleted": lazy(() => z.strictObject({ subscriptionId: identifier })),
  "webhook_subscription.disabled": disabledSubscription,
  "webhook_subscription.secret_rotated": webhookSubscription,
  "webhook_subscription.updated": webhookSubscription,
} as const satisfies Record<string, () => z.ZodObject>;

export type EventType = keyof typeof events;
export type EventData<Type extends EventType> = Made<(typeof events)[Type]>;

export const eventTypes = Object.keys(events) as [EventType, ...EventType[]];

export const eventRetentionDays = 30;

const actorTypes = ["key", "visitor", "service"] as const;

export const event = lazy(() =>
  z
    .strictObject({
      eventId: identifier,
      position: count
        .nullable()
        .meta({ description: "Its place in the order of commits, for `after`; null for the moment until it has one" }),
      type: z.enum(eventTypes),
      subjectId: identifier.meta({ description: "The record it is about" }),
      actor: z
        .strictObject({ type: z.enum(actorTypes), keyId: identifier.nullable() })
        .nullable()
        .meta({
          description: "Who made the change; `keyId` is null unless it was a key. Null for events from before this was kept",
        }),
      createdAt: timestamp,
      data: z.record(z.string(), z.unknown()).meta({ description: "The record in its wire form, as it was then" }),
    })
    .meta({ id: "Event" }),
);

export type EventActor = NonNullable<Made<typeof event>["actor"]>;

export function eventTypesIn(names: string): EventType[] {
  return names.split(",") as EventType[];
}

const maxQuotedLength = 64;

function unknownTypeIn(names: string): string | undefined {
  return names.split(",").find((name) => !Object.hasOwn(events, name));
}

/** Names of events in a query, between commas. */
const typesInQuery = z
  .string()
  .refine((names) => unknownTypeIn(names) === undefined, {
    error: ({ input }) => {
      const unknown = unknownTypeIn(String(input))?.slice(0, maxQuotedLength);
      return `must be the name of an event, or several between commas; ${JSON.stringify(unknown)} is none`;
    },
    params: { code: "not_allowed" },
  })
  .meta({ description: "The name of an event, or several between commas" });

/** Which events a list or a stream shows. */
export const eventFilter = {
  type: typesInQuery.optional(),
  subjectId: reference.min(1).optional().meta({ description: "The record that events are about" }),
  from: timestampInQuery.optional(),
  to: timestampInQuery.optional(),
};

export const listEvents = operation({
  tier: "extension",
  summary: "List what happened, newest first, or forward from a position",
  description: `Events are kept for ${eventRetentionDays} days. They show whole records, persons included, whatever other scopes the key has.

With \`after\` the list is read forward, oldest first, in the order of commits: keep \`lastPosition\` and send it as \`after\` the next time, and you miss nothing and see nothing twice. \`hasMore\` says whether to ask again at once; an answer may have no items and more to come, because a filter skipped what was read. \`after=0\` begins with the oldest.

\`from\` is the first moment that counts, \`to\` the first that does not any more.`,
  method: "GET",
  path: "/v0/events",
  access: "events:read",
  query: z
    .strictObject({
      ...paging,
      after: count.optional().meta({ description: "Reads forward from this position; not together with `cursor`" }),
      ...eventFilter,
    })
    .refine(isInOrder, outOfOrder)
    .refine(({ after, cursor }) => after === undefined || cursor === undefined, {
      path: ["after"],
      error: "must not be given together with `cursor`",
    }),
  response: () =>
    envelope(event(), cappedCount).extend({
      lastPosition: count.nullable().meta({ description: "How far a forward read has come; null without `after`" }),
    }),
  status: 200,
  errors: ["invalid_cursor"],
});

export const getEvent = operation({
  tier: "extension",
  summary: "Read an event",
  method: "GET",
  path: "/v0/events/{event_id}",
  access: "events:read",
  response: event,
  status: 200,
  errors: ["not_found"],
});
