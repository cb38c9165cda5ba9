import { expect, test } from "bun:test";
import { recordQuestions } from "../../server/features/questions/recording/record-questions";
import { createIds } from "../../server/records/ids";
import type { Database, Transaction } from "../../server/storage/port";
import { sql, statement } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { stateOf } from "../support/database/state";
import { ask, shopEntries as entries, publish } from "../support/features/questions";
import { post, visit, visitorTokenIn } from "../support/features/visitor";
import { useService } from "../support/service/service";
import { testSite } from "../support/service/site";

onBothEngines("the list of questions", (engine) => {
  const service = useService(engine);
  const list = (query: object) => service().api.call("listQuestions", { query });

  test("has what was asked and answered, newest first, by page, audience, status and time", async () => {
    const { pageId, audienceId, path } = await publish(service(), entries);
    await ask(service(), path, "Where is my order?");
    service().advance(600_000);
    await ask(service(), path, "Do you sell submarines?");
    const { items, totalCount } = await list({ pageId });
    expect(totalCount).toBe(2);
    expect(items.map(({ text, status }) => [text, status])).toEqual([
      ["Do you sell submarines?", "unanswered"],
      ["Where is my order?", "answered"],
    ]);
    expect(items[1]).toMatchObject({ audienceId, responseText: "You can follow it in your account.", topicEntryId: null });
    expect(items[1]?.groundingChunkIds).toEqual([expect.stringMatching(/^chunk_/)]);
    const texts = async (query: object) => (await list({ pageId, ...query })).items.map(({ text }) => text);
    expect(await texts({ status: "answered" })).toEqual(["Where is my order?"]);
    expect(await texts({ audienceId, to: items[0]?.askedAt })).toEqual(["Where is my order?"]);
    expect(await texts({ from: items[0]?.askedAt })).toEqual(["Do you sell submarines?"]);
    expect(await texts({ limit: 1 })).toEqual(["Do you sell submarines?"]);
    for (const query of [{ pageId }, { audienceId }]) {
      const first = await list({ ...query, limit: 1 });
      const next = await list({ ...query, limit: 1, cursor: first.nextCursor as string });
      expect([...first.items, ...next.items]).toEqual(items);
      expect([first.hasMore, next.hasMore, next.nextCursor]).toEqual([true, false, null]);
    }
  });

  test("shows whose account asked, also of a person's domain", async () => {
    const { api } = service();
    const { personId } = await api.call("createPerson", { body: { name: "Ada", email: "ada@engines.example" } });
    const { pageId } = await publish(service(), entries);
    const { audienceId } = await api.call("createAudience", { params: { page_id: pageId }, body: { personId } });
    const { publicUrl } = await api.call("getEffectiveAudience", { params: { page_id: pageId, audience_id: audienceId } });
    await ask(service(), new URL(publicUrl as string).pathname, "Do you sell balloons?");
    const [account] = (await api.call("listAccounts", { query: { domain: "engines.example" } })).items;
    const { items } = await list({ accountId: account?.accountId });
    expect(items.map(({ text, personId: of }) => [text, of])).toEqual([["Do you sell balloons?", personId]]);
    const { publicUrl: another } = await api.call("getEffectiveAudience", {
      params: {
        page_id: pageId,
        audience_id: (await api.call("createAudience", { params: { page_id: pageId }, body: {} })).audienceId,
      },
    });
    await ask(service(), new URL(another as string).pathname, "Balloons, do you sell them?");
    const groups = async (query: object) =>
      (await api.call("listQuestionGroups", { query })).items.map(({ count, accountIds }) => [count, accountIds]);
    expect(await groups({ pageId })).toEqual([[2, [account?.accountId as string]]]);
    expect(await groups({ accountId: account?.accountId })).toEqual([[1, [account?.accountId as string]]]);
    await api.call("deletePerson", { params: { person_id: personId } });
    expect((await list({ accountId: account?.accountId })).items).toEqual([]);
  });

  test("forgets a question that names a person who is erased, and what was answered", async () => {
    const { api, db } = service();
    const { pageId, path } = await publish(service(), entries);
    const { personId } = await api.call("createPerson", { body: { name: "Bob", email: "bob@named.example" } });
    await ask(service(), path, "Where is my order? Write to bob@named.example");
    const [question] = (await list({ pageId })).items;
    const params = { question_id: question?.questionId as string };
    await api.call("updateQuestion", { params, body: { status: "ignored" }, headers: { "idempotency-key": "ignored" } });
    await api.call("deletePerson", { params: { person_id: personId } });
    expect((await list({ pageId })).items).toEqual([]);
    for (const table of ["events", "idempotency"]) {
      const column = table === "events" ? "data" : "response";
      const left = await db.all(sql`SELECT 1 AS found FROM ${statement(table)} WHERE ${statement(column)} LIKE '%bob@named%'`);
      expect([table, left]).toEqual([table, []]);
    }
  });

  test("takes questions of the same moment once each, without the one that names somebody who was just erased", async () => {
    const { api } = service();
    const { pageId, path } = await publish(service(), entries);
    const [erased, named] = await Promise.all(
      ["erased", "named"].map((name) => api.call("createPerson", { body: { name, email: `${name}@moment.example` } })),
    );
    await api.call("deletePerson", { params: { person_id: erased?.personId as string } });
    const texts = ["one", "two", "three", "two", "erased@moment.example", "named@moment.example"].map(
      (word) => `Zeppelins, ${word}?`,
    );
    const answers = await Promise.all(texts.map((text) => ask(service(), path, text)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 503, 200]);
    const kept = async () => (await list({ pageId })).items.map(({ text }) => text).sort();
    const others = ["Zeppelins, one?", "Zeppelins, three?", "Zeppelins, two?"];
    expect(await kept()).toEqual(["Zeppelins, named@moment.example?", ...others]);
    const told = async (type: "question.asked" | "question.unanswered") =>
      (await api.call("listEvents", { query: { type, limit: 100 } })).items
        .map(({ data }) => data as { pageId: string; text: string })
        .flatMap((data) => (data.pageId === pageId ? data.text : []))
        .sort();
    expect(await told("question.asked")).toEqual(await kept());
    expect(await told("question.unanswered")).toEqual(await kept());
    await api.call("deletePerson", { params: { person_id: named?.personId as string } });
    expect(await kept()).toEqual(others);
    expect(await told("question.asked")).toEqual(others);
    expect(await told("question.unanswered")).toEqual(others);
    service().advance(61_000);
    expect((await ask(service(), path, "Zeppelins, erased@moment.example?")).status).toBe(200);
    expect(await kept()).toEqual(["Zeppelins, erased@moment.example?", ...others]);
  });

  test("takes no more statements for sixteen questions of one moment than for one", async () => {
    const { db } = service();
    const { pageId, audienceId } = await publish(service(), entries);
    const page = await db.first<{ tenant_id: string }>(sql`SELECT tenant_id FROM pages WHERE page_id = ${pageId}`);
    let statements = 0;
    const counted = <Args extends unknown[], Result>(send: (...args: Args) => Result) => {
      return (...args: Args) => {
        statements += 1;
        return send(...args);
      };
    };
    const counting: Database = {
      ...db,
      transaction: (work) =>
        db.transaction((tx) =>
          work({ ...tx, run: counted(tx.run), all: counted(tx.all) as Transaction["all"], lock: counted(tx.lock) }),
        ),
    };
    const record = async (texts: readonly string[]) => {
      statements = 0;
      const [now, making] = [service().clock(), { tenantId: page?.tenant_id ?? "", site: testSite, newId: createIds(Date.now) }];
      const row = { page_id: pageId, audience_id: audienceId, external_id: null, account_id: null, topic_entry_id: null };
      const unanswered = {
        status: "unanswered",
        answer: null,
        chunk_ids: "[]",
        options: "[]",
        score: 0,
        asked_at: now,
        updated_at: now,
      };
      await recordQuestions(
        counting,
        texts.map((text) => ({
          making: { ...making, now },
          token: "",
          visitKey: null,
          visit: null,
          answeredFor: null,
          row: { ...row, ...unanswered, person_id: `person_${text}`, text },
        })),
      );
      return statements;
    };
    const ofOne = await record(["one"]);
    expect(ofOne).toBeGreaterThan(3);
    expect(await record(Array.from({ length: 16 }, (_, number) => `number ${number}`))).toBe(ofOne);
    expect((await list({ pageId })).totalCount).toBe(17);
  });

  test("forgets the events of a question that was deleted with the person whom it names", async () => {
    const { api, db } = service();
    const { pageId, path } = await publish(service(), entries);
    const { personId } = await api.call("createPerson", { body: { name: "Dee", email: "dee@deleted.example" } });
    await ask(service(), path, "Zeppelins, dee@deleted.example?");
    const [question] = (await list({ pageId })).items;
    await api.call("deleteQuestion", { params: { question_id: question?.questionId as string } });
    const told = () => db.all(sql`SELECT type FROM events WHERE data LIKE '%dee@deleted%'`);
    expect(await told()).toHaveLength(3);
    await api.call("deletePerson", { params: { person_id: personId } });
    expect(await told()).toEqual([]);
    expect(await db.all(sql`SELECT event_id FROM declared_identifiers WHERE event_id = ${question?.questionId ?? ""}`)).toEqual(
      [],
    );
  });

  test("forgets with a person what was tried for them", async () => {
    const { api, db } = service();
    const { pageId, audienceId } = await publish(
      service(),
      [{ type: "faq", content: "Who am I?\nYou are {{ person.name }}." }],
      "Zebedee",
    );
    const tried = await api.call("tryQuestion", {
      params: { page_id: pageId },
      body: { question: "Who am I?", audienceId },
      headers: { "idempotency-key": "tried" },
    });
    expect(tried.text).toBe("You are Zebedee.");
    const { items } = await api.call("listPersons", { query: { limit: 1 } });
    await api.call("deletePerson", { params: { person_id: items[0]?.personId as string } });
    expect(await db.all(sql`SELECT 1 AS found FROM idempotency WHERE response LIKE '%Zebedee%'`)).toEqual([]);
  });

  test("forgets an answer with the name of somebody whom the page was made for, or is by now", async () => {
    const { api, db } = service();
    const content = "Who am I?\nYou are {{ person.name }}.";
    const audience = { externalId: "moved" };
    const { pageId, audienceId, path } = await publish(service(), [{ type: "faq", content }], "Formermarker", { audience });
    const tab = visitorTokenIn((await visit(service(), path)).html);
    const { personId } = await api.call("createPerson", { body: { name: "Latermarker" } });
    const params = { page_id: pageId, external_id: audience.externalId };
    await api.call("upsertAudienceByExternalId", { params, body: { personId } });
    const asked = (question: string) => post(service(), "/_foyer/ask?language=en", { page: tab, question });
    expect((await asked("Who am I?")).html).toContain("You are Formermarker");
    const place = { page_id: pageId, audience_id: audienceId };
    const { versionId } = await api.call("createAudienceVersion", { params: place, body: {} });
    const version = { ...place, version_id: versionId };
    while ((await api.call("getAudienceVersion", { params: version })).status !== "published") await Bun.sleep(20);
    expect((await asked("Please, who am I?")).html).toContain("You are Latermarker");
    for (const name of ["Formermarker", "Latermarker"]) {
      const [person] = (await api.call("listPersons", { query: { query: name } })).items;
      await api.call("deletePerson", { params: { person_id: person?.personId as string } });
      const left = Object.entries(await stateOf(db)).filter(([, rows]) => rows.join().includes(name));
      expect(left.map(([table]) => table)).toEqual([]);
    }
  });

  test("takes changes of state, and deletions", async () => {
    const { api } = service();
    const { pageId, path } = await publish(service(), entries);
    await ask(service(), path, "Do you sell kites?");
    const [question] = (await list({ pageId })).items;
    const params = { question_id: question?.questionId as string };
    expect(await api.call("updateQuestion", { params, body: { status: "ignored" } })).toMatchObject({ status: "ignored" });
    expect((await list({ pageId, status: "ignored" })).totalCount).toBe(1);
    const grouped = async () => (await api.call("listQuestionGroups", { query: { pageId } })).groupedCount;
    expect(await grouped()).toBe(0);
    await api.call("updateQuestion", { params, body: { status: "unanswered" } });
    expect(await grouped()).toBe(1);
    for (const status of ["resolved", "answered"] as const) {
      await api.call("updateQuestion", { params, body: { status } });
      expect([(await list({ pageId, status })).totalCount, await grouped()]).toEqual([1, 0]);
    }
    await api.call("deleteQuestion", { params });
    expect((await list({ pageId })).totalCount).toBe(0);
    const { items } = await api.call("listEvents", { query: { type: "question.deleted" } });
    expect(items[0]?.data).toEqual({ questionId: params.question_id });
  });

  test("groups unanswered questions that are alike, the most frequent first", async () => {
    const { api } = service();
    const { pageId, path } = await publish(service(), entries);
    for (const text of [
      "Do you sell kites?",
      "Is there a loyalty programme?",
      "I would like to join a loyalty programme",
      "loyalty programme",
    ])
      await ask(service(), path, text);
    const { items, groupedCount } = await api.call("listQuestionGroups", { query: { pageId } });
    expect(groupedCount).toBe(4);
    expect(items.map(({ text, count, pageIds }) => [text, count, pageIds])).toEqual([
      ["loyalty programme", 3, [pageId]],
      ["Do you sell kites?", 1, [pageId]],
    ]);
  });

  test("groups questions by the words that mean the same to the tenant", async () => {
    const { api } = service();
    const { pageId, path } = await publish(service(), entries);
    for (const text of ["Do you have zorbs?", "Do you have gyroballs?"]) await ask(service(), path, text);
    const counts = async () => (await api.call("listQuestionGroups", { query: { pageId } })).items.map(({ count }) => count);
    expect(await counts()).toEqual([1, 1]);
    await api.call("updateSettings", { body: { synonyms: [["zorb", "gyroball"]] } });
    expect(await counts()).toEqual([2]);
    await api.call("updateSettings", { body: { synonyms: [] } });
  });
});
