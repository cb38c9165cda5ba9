import { expect } from "bun:test";
import type { Told } from "../support/sentences/told";
import { listSentences } from "./lists";
import { envelope, webhookSubscription } from "./resources";

export const listWebhookSubscriptions: Told = {
  number: 21,
  id: "listWebhookSubscriptions",
  method: "GET",
  path: "/v0/webhook_subscriptions",
  status: 200,
  answer: envelope(webhookSubscription),
  requests: [
    async (stage) => {
      await stage.subscription();
      const { subscriptionId } = await stage.subscription();
      const params = { subscription_id: subscriptionId };
      await stage.api.call("updateWebhookSubscription", { params, body: { active: false, events: ["person.created"] } });
      return {};
    },
    async (stage) => {
      await stage.subscription();
      return { query: { limit: 1 } };
    },
  ],
  sentences: {
    ...listSentences({
      id: "listWebhookSubscriptions",
      add: async (stage) => (await stage.subscription()).subscriptionId,
      idField: "subscriptionId",
      first: "oldest",
      whole: true,
    }),

    "totalCount is the number of items returned": async (stage) => {
      for (let count = 0; count < 3; count += 1) await stage.subscription();
      const read = (query: { limit?: number; cursor?: string }) => stage.api.call("listWebhookSubscriptions", { query });
      expect(await read({})).toMatchObject({ totalCount: 3, hasMore: false, nextCursor: null });
      const first = await read({ limit: 2 });
      expect(first).toMatchObject({ totalCount: 2, hasMore: true });
      expect(await read({ limit: 2, cursor: first.nextCursor as string })).toMatchObject({ totalCount: 1, hasMore: false });
    },

    "never shows a signing secret": async (stage) => {
      const { secret, ...subscription } = await stage.subscription();
      const { body } = await stage.send("listWebhookSubscriptions", {});
      expect(secret).toStartWith("whsec_");
      expect(body).toMatchObject({ items: [subscription] });
      expect(JSON.stringify(body)).not.toContain("whsec_");
      expect(JSON.stringify(body)).not.toContain(String(secret).slice(6));
    },

    "shows url, events and active as they are": async (stage) => {
      const body = { url: "https://hooks.acme.example/a?b=c", events: ["page.created", "person.created"], active: false };
      await stage.api.call("createWebhookSubscription", { body });
      expect((await stage.api.call("listWebhookSubscriptions", {})).items).toEqual([expect.objectContaining(body)]);
    },
  },
};
