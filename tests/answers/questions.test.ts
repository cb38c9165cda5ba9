import { expect, test } from "bun:test";
import type { Scope } from "../../contract";
import { recordQuestions } from "../../server/features/questions/record-questions";
import { createIds } from "../../server/records/ids";
import type { Database, Transaction } from "../../server/storage/port";
import { sql, statement } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { stateOf } from "../support/database/state";
import { ask, publish } from "../support/features/questions";
import { Api } from "../support/service/api";
import { useService } from "../support/service/service";
import { testSite } from "../support/service/site";
import { createKey } from "../support/service/tenants";

const entries = [
  { type: "faq", content: "Where is my order?\nYou can follow it in your account." },
  { type: "faq", content: "How can I return something?\nWithin 30 days, free of charge." },
];

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
      const unanswered = { status: "unanswered", answer: null, chunk_ids: "[]", score: 0, asked_at: now, updated_at: now };
      await recordQuestions(
        counting,
        texts.map((text) => ({
          making: { ...making, now },
          token: "",
          visitKey: null,
          visit: null,
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

  test("takes changes of state, and deletions", async () => {
    const { api } = service();
    const { pageId, path } = await publish(service(), entries);
    await ask(service(), path, "Do you sell kites?");
    const [question] = (await list({ pageId })).items;
    const params = { question_id: question?.questionId as string };
    expect(await api.call("updateQuestion", { params, body: { status: "ignored" } })).toMatchObject({ status: "ignored" });
    expect((await list({ pageId, status: "ignored" })).totalCount).toBe(1);
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

  test("a question becomes an entry, after a look at what the entry would answer", async () => {
    const { api } = service();
    const { pageId, topicId, path } = await publish(service(), entries);
    await ask(service(), path, "Do you have a loyalty programme");
    await ask(service(), path, "loyalty programme?");
    await ask(service(), path, "Do you sell kites?");
    const questions = (await list({ pageId })).items;
    const params = { question_id: questions[2]?.questionId as string };
    const body = { topicId, answer: "Every tenth order is free." };
    const preview = await api.call("createEntryFromQuestion", { params, body: { ...body, dryRun: true } });
    expect(preview).toMatchObject({
      dryRun: true,
      topicEntry: null,
      content: "Do you have a loyalty programme?\nEvery tenth order is free.",
    });
    expect(preview.answers.map(({ questionId }) => questionId).sort()).toEqual(
      [questions[1]?.questionId as string, questions[2]?.questionId as string].sort(),
    );
    expect((await api.call("getTopic", { params: { topic_id: topicId } })).entries.length).toBe(2);
    expect((await list({ pageId, status: "unanswered" })).totalCount).toBe(3);

    const made = await api.call("createEntryFromQuestion", { params, body });
    expect(made.answers).toEqual(preview.answers);
    expect((await list({ pageId, status: "resolved" })).items.map(({ topicEntryId }) => topicEntryId)).toEqual([
      made.topicEntry?.topicEntryId as string,
      made.topicEntry?.topicEntryId as string,
    ]);
    const tried = await api.call("tryQuestion", { params: { page_id: pageId }, body: { question: "loyalty programme" } });
    expect(tried).toMatchObject({ answered: true, text: "Every tenth order is free." });
    expect(tried.passages[0]?.score).toBe(
      made.answers.find(({ questionId }) => questionId === questions[1]?.questionId)?.score as number,
    );
  });

  test("what a visitor wrote never becomes a token", async () => {
    const { api } = service();
    const { pageId, topicId, path } = await publish(service(), entries);
    await ask(service(), path, "Who is {{ person.email }} {{{% x %}?");
    const [question] = (await list({ pageId })).items;
    const params = { question_id: question?.questionId as string };
    const { topicEntry } = await api.call("createEntryFromQuestion", { params, body: { topicId, answer: "Nobody." } });
    expect(topicEntry?.content.content).toBe("Who is { { person.email }} { { { % x %}?\nNobody.");
  });

  test("has questions that name a person, which become no entry in the visitor's words: an erasure could not remove them", async () => {
    const { api, db } = service();
    const { pageId, topicId, path } = await publish(service(), entries, "Quixwell Zebulon");
    const { personId } = await api.call("createPerson", { body: { name: "Bo", email: "bo.marker@gone.example" } });
    const texts = ["Do you sell kites to bo.marker@gone.example?", "Zeppelins for quixwell?", "Do you sell yachts?"];
    for (const text of texts) await ask(service(), path, text);
    const [yachts, zeppelins, kites] = (await list({ pageId })).items.map(({ questionId }) => ({ question_id: questionId }));
    const send = (params: { question_id: string } | undefined, body: object) =>
      api.send("createEntryFromQuestion", { params: params as { question_id: string }, body });
    const made = { topicId, answer: "Yes." };
    const problem = { location: "body.question", code: "required", message: expect.stringContaining("your own words") };
    for (const params of [kites, zeppelins])
      for (const dryRun of [true, false])
        expect(await send(params, { ...made, dryRun })).toMatchObject({ status: 422, body: { errors: [problem] } });
    expect(await send(kites, { topicId })).toMatchObject({ body: { errors: [{ location: "body.answer" }, problem] } });
    expect(await send(kites, { ...made, question: "Kites, bo.marker@gone.example?" })).toMatchObject({ status: 422 });
    expect(await send(zeppelins, { ...made, question: texts[1] })).toMatchObject({ status: 422 });
    for (const [params, question] of [
      [kites, "Do you sell kites?"],
      [zeppelins, "Are there zeppelins?"],
      [yachts, undefined],
    ] as const)
      expect(await send(params, { ...made, question })).toMatchObject({ status: 200 });
    const [named] = (await api.call("listPersons", { query: { query: "Quixwell" } })).items;
    for (const id of [personId, named?.personId as string]) await api.call("deletePerson", { params: { person_id: id } });
    const left = Object.entries(await stateOf(db)).filter(([, rows]) => /bo\.marker|quixwell/i.test(rows.join()));
    expect(left.map(([table]) => table)).toEqual([]);
    const topic = await api.call("getTopic", { params: { topic_id: topicId } });
    expect(topic.entries.map(({ content }) => content.content)).toContain("Do you sell yachts?\nYes.");
  });

  test("shows and changes topics only for keys that may read and write topics", async () => {
    const { api, db, origin } = service();
    const { pageId, topicId, path } = await publish(service(), entries);
    await ask(service(), path, "Do you sell kites?");
    const [asked] = (await list({ pageId })).items;
    const params = { question_id: asked?.questionId as string };
    const page = await db.first<{ tenant_id: string }>(sql`SELECT tenant_id FROM pages WHERE page_id = ${pageId}`);
    const keyed = async (...more: Scope[]) =>
      new Api(origin, await createKey(db, page?.tenant_id as string, ["questions:write", ...more]));
    const statuses = async (by: Api) => {
      const sent = { topicId, answer: "Yes.", question: "Kites?" };
      const dry = await by.send("createEntryFromQuestion", { params, body: { ...sent, dryRun: true } });
      return [dry.status, (await by.send("createEntryFromQuestion", { params, body: sent })).status];
    };
    expect(await statuses(await keyed())).toEqual([403, 403]);
    expect(await statuses(await keyed("topics:read"))).toEqual([200, 403]);
    expect((await api.call("getTopic", { params: { topic_id: topicId } })).entries).toHaveLength(2);
    expect(await statuses(await keyed("topics:write"))).toEqual([403, 200]);
    const tried = async (by: Api) =>
      by.call("tryQuestion", { params: { page_id: pageId }, body: { question: "Where is my order?" } });
    const all = await tried(await keyed("topics:read"));
    expect(all.passages.length).toBeGreaterThan(0);
    expect(await tried(await keyed())).toEqual({ ...all, passages: [] });
  });

  test("a question becomes another way to ask an entry that is there", async () => {
    const { api } = service();
    const { pageId, topicId, path } = await publish(service(), entries);
    await ask(service(), path, "My parcel vanished.");
    const [question] = (await list({ pageId })).items;
    const [entry] = (await api.call("getTopic", { params: { topic_id: topicId } })).entries;
    const params = { question_id: question?.questionId as string };
    const body = { topicEntryId: entry?.topicEntryId as string };
    const made = await api.call("createEntryFromQuestion", { params, body });
    expect(made.topicEntry?.content.content).toBe("Where is my order?\nMy parcel vanished?\nYou can follow it in your account.");
    expect(made.answers.length).toBe(1);
    expect(await api.send("createEntryFromQuestion", { params, body: { topicEntryId: "entry_x" } })).toMatchObject({
      status: 422,
    });
    expect(await api.send("createEntryFromQuestion", { params, body: { topicId } })).toMatchObject({ status: 422 });
  });
});
