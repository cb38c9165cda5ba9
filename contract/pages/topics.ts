import * as z from "zod";
import { distinct, identifier, longText, openValue, personalName, personalText, sortOrder, text, timestamp } from "../fields";
import { lazy, type Made } from "../lazy";
import { operation } from "../operation";
import { envelope, paging } from "../paging";

export const maxEntriesPerTopic = 200;

const content = z.strictObject({ type: openValue, content: personalText });

export const topicEntry = lazy(() =>
  z
    .strictObject({
      topicEntryId: z.string(),
      topicId: z.string(),
      sortOrder: z.number(),
      content: z.strictObject({ type: z.string(), content: z.string() }),
      createdAt: timestamp,
      updatedAt: timestamp,
    })
    .meta({ id: "TopicEntry" }),
);
export type TopicEntry = Made<typeof topicEntry>;

const topicFields = lazy(() => ({
  topicId: identifier,
  title: z.string(),
  purpose: z.string().nullable(),
  sortOrder: z.number(),
  isDefault: z.boolean().meta({ description: "Feeds every page; others feed the pages they are attached to" }),
  createdAt: timestamp,
  updatedAt: timestamp,
}));

export const topic = lazy(() => z.strictObject({ ...topicFields(), entries: z.array(topicEntry()) }).meta({ id: "Topic" }));
export type Topic = Made<typeof topic>;

/** The form in events: without entries, which may be large and have events of their own. */
export const topicWithoutEntries = lazy(() => z.strictObject(topicFields()).meta({ id: "TopicWithoutEntries" }));

export const listTopics = operation({
  tier: "contract",
  number: 5,
  summary: "List topics by sortOrder, then oldest first",
  method: "GET",
  path: "/v0/topics",
  access: "topics:read",
  query: z.strictObject({
    ...paging,
    entries: z.boolean().optional().meta({ description: "False leaves `entries` empty, which may be large", default: true }),
  }),
  response: () => envelope(topic()),
  status: 200,
  errors: ["invalid_cursor"],
});

export const createTopic = operation({
  tier: "extension",
  summary: "Create a topic",
  description: "Without `sortOrder` it comes after the last.",
  method: "POST",
  path: "/v0/topics",
  access: "topics:write",
  body: z.strictObject({
    title: personalName,
    purpose: longText.nullish(),
    sortOrder: sortOrder.optional(),
    isDefault: z.boolean().default(false),
  }),
  response: topic,
  status: 201,
});

export const getTopic = operation({
  tier: "contract",
  number: 17,
  summary: "Read a topic with its entries",
  method: "GET",
  path: "/v0/topics/{topic_id}",
  access: "topics:read",
  response: topic,
  status: 200,
  errors: ["not_found"],
});

export const updateTopic = operation({
  tier: "contract",
  number: 7,
  summary: "Change a topic",
  description: "`purpose` and `isDefault` are extensions: without them neither could be changed once the topic exists.",
  method: "PATCH",
  path: "/v0/topics/{topic_id}",
  access: "topics:write",
  body: z.strictObject({
    title: personalName.optional(),
    sortOrder: sortOrder.optional(),
    purpose: longText.nullish(),
    isDefault: z.boolean().optional(),
  }),
  response: topic,
  status: 200,
  guardedBy: "getTopic",
  errors: ["not_found"],
});

export const deleteTopic = operation({
  tier: "extension",
  summary: "Delete a topic and its entries",
  method: "DELETE",
  path: "/v0/topics/{topic_id}",
  access: "topics:write",
  response: () => z.strictObject({ topicId: identifier, deleted: z.literal(true) }),
  status: 200,
  errors: ["not_found"],
});

export const createTopicEntry = operation({
  tier: "contract",
  number: 16,
  summary: "Add an entry to a topic",
  description: `Without \`sortOrder\` it comes after the last. A topic holds ${maxEntriesPerTopic} entries, and 4 MiB with all of them.`,
  method: "POST",
  path: "/v0/topics/{topic_id}/entries",
  access: "topics:write",
  body: z.strictObject({ content, sortOrder: sortOrder.optional() }),
  response: topicEntry,
  status: 201,
  errors: ["not_found", "topic_full"],
});

export const getTopicEntry = operation({
  tier: "extension",
  summary: "Read an entry of a topic",
  method: "GET",
  path: "/v0/topics/{topic_id}/entries/{entry_id}",
  access: "topics:read",
  response: topicEntry,
  status: 200,
  errors: ["not_found"],
});

export const updateTopicEntry = operation({
  tier: "extension",
  summary: "Change an entry of a topic",
  method: "PATCH",
  path: "/v0/topics/{topic_id}/entries/{entry_id}",
  access: "topics:write",
  body: z.strictObject({ content: content.optional(), sortOrder: sortOrder.optional() }),
  response: topicEntry,
  status: 200,
  guardedBy: "getTopicEntry",
  errors: ["not_found", "topic_full"],
});

export const deleteTopicEntry = operation({
  tier: "extension",
  summary: "Delete an entry of a topic",
  method: "DELETE",
  path: "/v0/topics/{topic_id}/entries/{entry_id}",
  access: "topics:write",
  response: () => z.strictObject({ topicEntryId: identifier, deleted: z.literal(true) }),
  status: 200,
  errors: ["not_found"],
});

export const getTopicEntryOrder = operation({
  tier: "extension",
  summary: "Read the order of a topic's entries",
  method: "GET",
  path: "/v0/topics/{topic_id}/entries/order",
  access: "topics:read",
  response: () => z.strictObject({ entryIds: z.array(identifier) }).meta({ id: "TopicEntryOrder" }),
  status: 200,
  errors: ["not_found"],
});

export const orderTopicEntries = operation({
  tier: "extension",
  summary: "Put the entries of a topic into an order",
  description:
    "Entries that are left out come after those that are named, in the order they had. What the topic does not have, perhaps because it was deleted meanwhile, is passed over.",
  method: "PUT",
  path: "/v0/topics/{topic_id}/entries/order",
  access: "topics:write",
  body: z.strictObject({ entryIds: distinct(z.array(text(1, 255)).max(maxEntriesPerTopic)) }),
  response: topic,
  status: 200,
  guardedBy: "getTopicEntryOrder",
  errors: ["not_found"],
});
