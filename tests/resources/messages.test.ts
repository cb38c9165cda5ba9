import { expect, test } from "bun:test";
import type { Message } from "../../contract";
import { onBothEngines } from "../support/database/engines";
import { stateOf } from "../support/database/state";
import { type AudienceParams, buildVersion, makeAudience, readAudience } from "../support/features/versions";
import { useService } from "../support/service/service";

const none = {
  actionFormIdOverride: null,
  actionFormInstructionsOverride: null,
  actionUrlOverride: null,
  customName: null,
  metadataOverride: null,
  supplementaryContext: null,
};

onBothEngines("messages", (engine) => {
  const service = useService(engine);
  const api = () => service().api;

  /** Oldest first. */
  async function history(place: AudienceParams): Promise<Message[]> {
    const { items, totalCount } = await api().call("listMessages", { params: place, query: { limit: 100 } });
    expect(totalCount).toBe(items.length);
    return items.reverse();
  }

  async function overrides(place: AudienceParams): Promise<typeof none> {
    const audience = await readAudience(api(), place);
    const fields = Object.keys(none).map((field) => [field, audience[field as keyof typeof none] ?? null]);
    return Object.fromEntries(fields);
  }

  test("every change makes a message with the change and all overrides after it", async () => {
    const place = await makeAudience(api(), { customName: "First", externalId: "x" });
    await api().call("updateAudience", { params: place, body: { actionUrlOverride: "/a", customName: null } });
    await api().call("createMessage", { params: place, body: { text: "They asked", changes: { supplementaryContext: "Big" } } });
    await api().call("createMessage", { params: place, body: { text: "A note" } });
    const params = { page_id: place.page_id, external_id: "x" };
    await api().call("upsertAudienceByExternalId", { params, body: { metadataOverride: { title: "T" } } });
    const seen = (await history(place)).map(({ role, text, changes, snapshot }) => ({ role, text, changes, snapshot }));
    const after = { ...none, actionUrlOverride: "/a" };
    expect(seen).toEqual([
      { role: "system", text: "Created", changes: {}, snapshot: { ...none, customName: "First" } },
      {
        role: "user",
        text: "Changed actionUrlOverride, customName",
        changes: { actionUrlOverride: "/a", customName: null },
        snapshot: after,
      },
      {
        role: "user",
        text: "They asked",
        changes: { supplementaryContext: "Big" },
        snapshot: { ...after, supplementaryContext: "Big" },
      },
      { role: "user", text: "A note", changes: {}, snapshot: { ...after, supplementaryContext: "Big" } },
      {
        role: "user",
        text: "Changed metadataOverride",
        changes: { metadataOverride: { title: "T" } },
        snapshot: { ...after, supplementaryContext: "Big", metadataOverride: { title: "T" } } as never,
      },
    ]);
  });

  test("every earlier state can be restored, and restoring makes a message too", async () => {
    const place = await makeAudience(api(), { actionFormIdOverride: "form_a", supplementaryContext: "Start" });
    const changes = [
      { customName: "One", metadataOverride: { title: "One", keywords: ["a"] } },
      { actionUrlOverride: "/two", supplementaryContext: null },
      { metadataOverride: {}, actionFormInstructionsOverride: "Three" },
      { customName: null, actionFormIdOverride: null, actionUrlOverride: null, actionFormInstructionsOverride: null },
    ];
    const states = [await overrides(place)];
    for (const body of changes) {
      await api().call("updateAudience", { params: place, body });
      states.push(await overrides(place));
    }
    const messages = await history(place);
    for (const [index, { messageId, snapshot }] of messages.entries()) {
      expect<unknown>(snapshot).toEqual(states[index]);
      const answer = await api().call("restoreMessage", { params: { ...place, message_id: messageId }, body: {} });
      expect(answer).toEqual({ success: true, messageId });
      expect(await overrides(place)).toEqual(states[index] as typeof none);
    }
    const all = await history(place);
    expect(all.slice(0, messages.length)).toEqual(messages);
    expect(all.slice(messages.length).map(({ role, snapshot }) => ({ role, snapshot: snapshot as unknown }))).toEqual(
      states.map((snapshot) => ({ role: "system", snapshot })),
    );
    const last = all.at(-1) as Message;
    await api().call("updateAudience", { params: place, body: { customName: "Later" } });
    await api().call("restoreMessage", { params: { ...place, message_id: last.messageId }, body: {} });
    expect(await overrides(place)).toEqual(states.at(-1) as typeof none);
  });

  test("the live version stays as it was built until a new one is built", async () => {
    const place = await makeAudience(api(), { supplementaryContext: "Before" });
    await api().call("updateAudience", { params: place, body: { supplementaryContext: "After" } });
    expect((await readAudience(api(), place)).publishedVersion.supplementaryContext).toBe("Before");
    expect((await buildVersion(api(), place)).supplementaryContext).toBe("After");
    const [first] = await history(place);
    await api().call("restoreMessage", { params: { ...place, message_id: first?.messageId as string }, body: {} });
    expect((await readAudience(api(), place)).publishedVersion.supplementaryContext).toBe("After");
    expect((await buildVersion(api(), place)).supplementaryContext).toBe("Before");
  });

  test("a message of another audience, an unknown one, or one under another page is not found, and nothing is changed", async () => {
    const [place, other] = [await makeAudience(api(), { customName: "A" }), await makeAudience(api(), { customName: "B" })];
    const [message] = await history(other);
    const message_id = message?.messageId as string;
    const before = await stateOf(service().db);
    for (const params of [
      { ...place, message_id },
      { ...place, message_id: "message_00000000000000000000000000" },
      { ...other, page_id: place.page_id, message_id },
    ]) {
      expect((await api().refusal("restoreMessage", { params, body: {} })).code).toBe("not_found");
    }
    const elsewhere = { ...other, page_id: place.page_id };
    expect((await api().refusal("listMessages", { params: elsewhere })).code).toBe("not_found");
    expect((await api().refusal("createMessage", { params: elsewhere, body: { text: "x" } })).code).toBe("not_found");
    expect(await stateOf(service().db)).toEqual(before);
  });

  test("a change that is refused leaves no message", async () => {
    const place = await makeAudience(api());
    const body = { text: "Bad", changes: { actionUrlOverride: "javascript:alert(1)" } };
    const refusal = await api().refusal("createMessage", { params: place, body });
    expect(refusal.errors?.map(({ location }) => location)).toEqual(["body.changes.actionUrlOverride"]);
    expect((await history(place)).length).toBe(1);
  });

  test("the list comes newest first and page by page", async () => {
    const place = await makeAudience(api());
    for (let index = 0; index < 5; index += 1) {
      await api().call("createMessage", { params: place, body: { text: `Note ${index}` } });
    }
    const first = await api().call("listMessages", { params: place, query: { limit: 4 } });
    expect(first.items.map(({ text }) => text)).toEqual(["Note 4", "Note 3", "Note 2", "Note 1"]);
    const query = { limit: 4, cursor: first.nextCursor as string };
    const second = await api().call("listMessages", { params: place, query });
    expect([second.items.map(({ text }) => text), second.totalCount]).toEqual([["Note 0", "Created"], 6]);
    const elsewhere = await api().refusal("listMessages", { params: await makeAudience(api()), query });
    expect(elsewhere.code).toBe("invalid_cursor");
  });
});
