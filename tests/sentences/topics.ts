import { expect } from "bun:test";
import type { Stage } from "../support/sentences/stage";
import { bounds, leftOut, type Told } from "../support/sentences/told";
import { listSentences } from "./lists";
import { envelope, topic, topicEntry } from "./resources";

const biggest = 9007199254740991;
const sortOrder = {
  at: "body.sortOrder",
  fits: [0, biggest, leftOut],
  refused: [-1, biggest + 1, 1.5, "1", null],
};

async function aTopic(stage: Stage) {
  return { params: { topic_id: (await stage.topic()).topicId } };
}

async function filledTopic(stage: Stage) {
  const made = await stage.topic({ purpose: "What it costs", sortOrder: 0, isDefault: true });
  await stage.entry(made);
  await stage.entry(made);
  return { params: { topic_id: made.topicId } };
}

async function twoTopics(stage: Stage) {
  await filledTopic(stage);
  await aTopic(stage);
  return {};
}

export const listTopics: Told = {
  number: 5,
  id: "listTopics",
  method: "GET",
  path: "/v0/topics",
  status: 200,
  answer: envelope(topic),
  requests: [twoTopics, async () => ({ query: { limit: 1 } })],
  sentences: {
    ...listSentences({
      id: "listTopics",
      add: async (stage) => (await stage.topic()).topicId,
      idField: "topicId",
      first: "oldest",
    }),

    "comes by sortOrder, then oldest first, each with its entries": async (stage) => {
      const [b, d, a, c] = [
        await stage.topic({ sortOrder: 5 }),
        await stage.topic({ sortOrder: biggest }),
        await stage.topic({ sortOrder: 0 }),
        await stage.topic({ sortOrder: 5 }),
      ];
      const entry = await stage.entry(c);
      const { items } = await stage.api.call("listTopics", {});
      expect(items.map(({ topicId }) => topicId)).toEqual([a, b, c, d].map(({ topicId }) => topicId));
      expect(items.map(({ entries }) => entries)).toEqual([[], [], [entry], []]);
    },

    "totalCount is exact, whatever the limit": async (stage) => {
      for (let count = 0; count < 3; count += 1) await stage.topic();
      expect((await stage.api.call("listTopics", { query: { limit: 1 } })).totalCount).toBe(3);
    },
  },
};

export const updateTopic: Told = {
  number: 7,
  id: "updateTopic",
  method: "PATCH",
  path: "/v0/topics/{topic_id}",
  status: 200,
  answer: topic,
  requests: [
    async (stage) => ({ ...(await filledTopic(stage)), body: { title: "Prices", sortOrder: 3 } }),
    async (stage) => ({ ...(await aTopic(stage)), body: {} }),
  ],
  sentences: {
    ...bounds("updateTopic", async (stage) => ({ ...(await aTopic(stage)), body: {} }), {
      "title has at least 1 character, and may be left out": {
        at: "body.title",
        fits: ["x", "😀".repeat(1_000), leftOut],
        refused: ["", "x".repeat(1_001), null, 7],
      },
      "sortOrder is a whole number from 0 to 9007199254740991, and may be left out": sortOrder,
    }),

    "changes what is sent and nothing else": async (stage) => {
      const before = await stage.topic({ purpose: "Why", sortOrder: 4, isDefault: true });
      const params = { topic_id: before.topicId };
      const entries = [await stage.entry(before)];
      stage.service.advance(1_000);
      const titled = await stage.api.call("updateTopic", { params, body: { title: "Prices" } });
      expect(titled).toEqual({ ...before, title: "Prices", entries, updatedAt: titled.updatedAt });
      expect(titled.updatedAt > before.updatedAt).toBe(true);
      const moved = await stage.api.call("updateTopic", { params, body: { sortOrder: 0 } });
      expect(moved).toEqual({ ...titled, sortOrder: 0, updatedAt: moved.updatedAt });
      expect(await stage.api.call("getTopic", { params })).toEqual(moved);
    },

    "says everything that is wrong at once": async (stage) => {
      const body = { title: "", sortOrder: -1 };
      expect(await stage.refusal("updateTopic", { ...(await aTopic(stage)), body })).toBe(
        "422 validation_failed body.sortOrder body.title",
      );
    },
  },
};

const adding = async (stage: Stage) => ({
  ...(await aTopic(stage)),
  body: { content: { type: "text", content: "Anvils fall." } },
});
const object = { content: "x", type: "text" };

export const createTopicEntry: Told = {
  number: 16,
  id: "createTopicEntry",
  method: "POST",
  path: "/v0/topics/{topic_id}/entries",
  status: 201,
  answer: topicEntry,
  requests: [adding, async (stage) => ({ ...(await aTopic(stage)), body: { content: object, sortOrder: 0 } })],
  sentences: {
    ...bounds("createTopicEntry", adding, {
      "content is required, an object": { at: "body.content", fits: [object], refused: [null, "x", [], leftOut] },
      "content.type is required, any string of 1 to 64 characters": {
        at: "body.content.type",
        fits: ["x", " Something ☕ new", "😀".repeat(64)],
        refused: ["", "x".repeat(65), null, 7, leftOut],
      },
      "content.content is required, a string of up to 100,000 characters": {
        at: "body.content.content",
        fits: ["", "  a\r\n\u2028</script>é  ", "x".repeat(100_000)],
        refused: ["x".repeat(100_001), null, 7, leftOut],
      },
      "content has nothing else": { at: "body.content.more", refused: ["x"] },
      "sortOrder is a whole number from 0 to 9007199254740991, and may be left out": sortOrder,
    }),

    "without sortOrder comes after the last": async (stage) => {
      const made = await stage.topic();
      const [first, second, third] = [await stage.entry(made), await stage.entry(made, 41), await stage.entry(made)];
      expect(first.sortOrder).toBeLessThan(second.sortOrder);
      expect(second.sortOrder).toBeLessThan(third.sortOrder);
      const { entries } = await stage.api.call("getTopic", { params: { topic_id: made.topicId } });
      expect(entries).toEqual([first, second, third]);
    },

    "belongs to its topic": async (stage) => {
      const made = await stage.topic();
      expect(await stage.entry(made)).toMatchObject({ topicId: made.topicId });
    },
  },
};

export const getTopic: Told = {
  number: 17,
  id: "getTopic",
  method: "GET",
  path: "/v0/topics/{topic_id}",
  status: 200,
  answer: topic,
  requests: [filledTopic, aTopic],
  sentences: {
    "shows the topic as it was made": async (stage) => {
      const made = await stage.topic({ title: " Prices ☕ ", purpose: "", sortOrder: biggest, isDefault: true });
      expect(made).toMatchObject({ title: " Prices ☕ ", purpose: "", sortOrder: biggest, isDefault: true, entries: [] });
      expect(await stage.api.call("getTopic", { params: { topic_id: made.topicId } })).toEqual(made);
    },

    "purpose is null and entries are an empty array when there are none": async (stage) => {
      const { body } = await stage.send("getTopic", await aTopic(stage));
      expect(body).toMatchObject({ purpose: null, entries: [], isDefault: false });
    },

    "entries come by sortOrder, then oldest first": async (stage) => {
      const made = await stage.topic();
      const [b, d, a, c] = [
        await stage.entry(made, 5),
        await stage.entry(made, biggest),
        await stage.entry(made, 0),
        await stage.entry(made, 5),
      ];
      const { entries } = await stage.api.call("getTopic", { params: { topic_id: made.topicId } });
      expect(entries).toEqual([a, b, c, d]);
    },

    "another tenant's topic is 404": async (stage) => {
      expect(await stage.refusal("getTopic", await aTopic(await stage.stranger()))).toBe("404 not_found");
    },
  },
};
