import { expect, test } from "bun:test";
import type { Scope } from "../../contract";
import { createEntryFromQuestion } from "../../server/features/questions/createEntryFromQuestion";
import type { EntryPreview } from "../../server/features/questions/entry/preview-entry";
import { sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { stateOf } from "../support/database/state";
import { ask, shopEntries as entries, publish } from "../support/features/questions";
import { Api } from "../support/service/api";
import { useService } from "../support/service/service";
import { createKey } from "../support/service/tenants";
import { write } from "../support/service/writing";

onBothEngines("an entry made of a question", (engine) => {
  const service = useService(engine);
  const list = (query: object) => service().api.call("listQuestions", { query });

  test("is made after a look at what it would answer", async () => {
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

  test("answers the same on every page that knows its topic, and on no other", async () => {
    const { api } = service();
    const [first, second, third, elsewhere] = await Promise.all([1, 2, 3, 4].map(() => publish(service(), entries)));
    if (!first || !second || !third || !elsewhere) throw new Error("no pages");
    const shared = { topicIds: [second.topicId, first.topicId] };
    for (const { pageId } of [second, third]) await api.call("setPageTopics", { params: { page_id: pageId }, body: shared });
    for (const { path } of [first, second, third, elsewhere]) await ask(service(), path, "Do you sell kites?");
    await ask(service(), second.path, "Is there a car park?");
    const [question] = (await list({ pageId: first.pageId })).items;
    const params = { question_id: question?.questionId as string };
    const body = { topicId: first.topicId, answer: "Yes, in spring." };
    const preview = await api.call("createEntryFromQuestion", { params, body: { ...body, dryRun: true } });
    expect(preview.answers).toHaveLength(3);
    const { topicEntry } = await api.call("createEntryFromQuestion", { params, body });
    for (const { pageId } of [first, second, third]) {
      const [resolved, ...more] = (await list({ pageId, status: "resolved" })).items;
      expect([resolved?.text, resolved?.topicEntryId, more]).toEqual([
        "Do you sell kites?",
        topicEntry?.topicEntryId as string,
        [],
      ]);
      const query = { type: "question.updated" as const, subjectId: resolved?.questionId as string };
      expect((await api.call("listEvents", { query })).items.map(({ data }) => data)).toMatchObject([{ pageId }]);
    }
    expect((await list({ pageId: elsewhere.pageId, status: "unanswered" })).totalCount).toBe(1);
    expect((await list({ pageId: second.pageId, status: "unanswered" })).totalCount).toBe(1);
  });

  test("has no token that a visitor wrote", async () => {
    const { api } = service();
    const { pageId, topicId, path } = await publish(service(), entries);
    await ask(service(), path, "Who is {{ person.email }} {{{% x %}?");
    const [question] = (await list({ pageId })).items;
    const params = { question_id: question?.questionId as string };
    const { topicEntry } = await api.call("createEntryFromQuestion", { params, body: { topicId, answer: "Nobody." } });
    expect(topicEntry?.content.content).toBe("Who is { { person.email }} { { { % x %}?\nNobody.");
  });

  test("is not in the visitor's words if these name a person: an erasure could not remove them", async () => {
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

  test("is not in the visitor's words if these have a part of the page's person's name, as visitors write it", async () => {
    const { api } = service();
    for (const [name, text] of [
      ["김민수", "민수입니다 풍선을 파나요"],
      ["José García", "Jose here, do you sell balloons?"],
    ] as const) {
      const { pageId, topicId, path } = await publish(service(), entries, name);
      await ask(service(), path, text);
      const [asked] = (await list({ pageId })).items;
      const params = { question_id: asked?.questionId as string };
      expect(await api.send("createEntryFromQuestion", { params, body: { topicId, answer: "Yes." } })).toMatchObject({
        status: 422,
        body: { errors: [{ location: "body.question", code: "required" }] },
      });
    }
  });

  test("is made, or shown beforehand, only for keys that may write or read topics", async () => {
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

  test("may be an existing one, with another way to ask", async () => {
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

  test("leaves its questions unanswered again when it is deleted, alone or with its topic", async () => {
    const { api } = service();
    const { pageId, topicId, path } = await publish(service(), entries);
    const { topicId: other } = await api.call("createTopic", { body: { title: "Other" } });
    await api.call("setPageTopics", { params: { page_id: pageId }, body: { topicIds: [topicId, other] } });
    for (const text of ["Do you sell kites?", "Kites?", "Is there a loyalty programme?", "Where is my order?"])
      await ask(service(), path, text);
    const [order, loyalty, kites, ofKites] = (await list({ pageId })).items.map(({ questionId }) => ({
      question_id: questionId,
    }));
    const make = async (params: { question_id: string } | undefined, into: string) => {
      const sent = { params: params as { question_id: string }, body: { topicId: into, answer: "Yes." } };
      return (await api.call("createEntryFromQuestion", sent)).topicEntry?.topicEntryId as string;
    };
    const ofKitesEntry = await make(ofKites, topicId);
    await make(loyalty, other);
    await make(order, other);
    const states = async () => (await list({ pageId })).items.map(({ status, topicEntryId }) => [status, topicEntryId !== null]);
    expect(await states()).toEqual(Array.from({ length: 4 }, () => ["resolved", true]));
    await api.call("updateQuestion", { params: kites as { question_id: string }, body: { status: "ignored" } });
    await api.call("deleteTopicEntry", { params: { topic_id: topicId, entry_id: ofKitesEntry } });
    expect((await states()).slice(2)).toEqual([
      ["ignored", false],
      ["unanswered", false],
    ]);
    await api.call("deleteTopic", { params: { topic_id: other } });
    expect((await states()).slice(0, 2)).toEqual([
      ["answered", false],
      ["unanswered", false],
    ]);
    const groups = await api.call("listQuestionGroups", { query: { pageId } });
    expect(groups.items.map(({ text }) => text).sort()).toEqual(["Do you sell kites?", "Is there a loyalty programme?"]);
    const query = { type: "question.updated", subjectId: loyalty?.question_id as string } as const;
    const [told] = (await api.call("listEvents", { query })).items;
    expect(told?.data).toEqual({ questionId: query.subjectId, pageId, status: "unanswered", topicEntryId: null });
  });

  test("stays the answer of as many questions as there are, and gives all of them back", async () => {
    const { api, db } = service();
    const { pageId, topicId, path } = await publish(service(), entries);
    await ask(service(), path, "Do you sell kites?");
    const [asked] = (await list({ pageId })).items;
    const params = { question_id: asked?.questionId as string };
    const { topicEntry } = await api.call("createEntryFromQuestion", { params, body: { topicId, answer: "Yes." } });
    await db.transaction(async (tx) => {
      for (let number = 0; number < 600; number += 1)
        await tx.run(sql`
          INSERT INTO questions (tenant_id, question_id, page_id, audience_id, text, status, chunk_ids, score, topic_entry_id, asked_at, updated_at)
          SELECT tenant_id, ${`question_${number}`}, page_id, audience_id, text, status, chunk_ids, score, topic_entry_id, asked_at, updated_at
          FROM questions WHERE question_id = ${params.question_id}`);
    });
    const entry_id = topicEntry?.topicEntryId as string;
    await api.call("deleteTopicEntry", { params: { topic_id: topicId, entry_id } });
    expect((await list({ pageId, status: "unanswered" })).totalCount).toBe(601);
  });

  test("leaves alone questions that were answered or deleted while it was being made", async () => {
    const { api, db } = service();
    const { pageId, topicId, path } = await publish(service(), entries);
    for (const text of ["Do you sell kites?", "Kites, please?", "Any kites?", "Where are your kites?"])
      await ask(service(), path, text);
    const [gone, ignored, other, asked] = (await list({ pageId })).items.map(({ questionId }) => questionId) as string[];
    await api.call("deleteQuestion", { params: { question_id: gone as string } });
    await api.call("updateQuestion", { params: { question_id: ignored as string }, body: { status: "ignored" } });
    const page = await db.first<{ tenant_id: string }>(sql`SELECT tenant_id FROM pages WHERE page_id = ${pageId}`);
    const found: EntryPreview = {
      ...{ topicId, asked: "Do you sell kites?", content: "Do you sell kites?\nYes.", entry: null },
      answers: [gone, ignored, other, asked].map((questionId) => ({
        questionId: questionId as string,
        scoreBefore: 0,
        score: 1,
      })),
    };
    const resolve = (question_id: string | undefined) =>
      write(db, page?.tenant_id as string, (ctx) => {
        const input = { params: { question_id }, body: { topicId, answer: "Yes.", dryRun: false }, query: {} };
        return createEntryFromQuestion(
          ctx as Parameters<typeof createEntryFromQuestion>[0],
          input as Parameters<typeof createEntryFromQuestion>[1],
          found,
        );
      });
    await expect(resolve(gone)).rejects.toMatchObject({ code: "not_found" });
    expect((await api.call("getTopic", { params: { topic_id: topicId } })).entries).toHaveLength(2);
    await resolve(asked);
    expect((await list({ pageId })).items.map(({ questionId, status }) => [questionId, status])).toEqual([
      [ignored as string, "ignored"],
      [other as string, "resolved"],
      [asked as string, "resolved"],
    ]);
    const told = await api.call("listEvents", { query: { type: "question.updated", subjectId: gone as string } });
    expect(told.items).toEqual([]);
  });

  test("keeps its own question, says something, and is no longer than one that is written by hand", async () => {
    const { api } = service();
    const first = { type: "faq", content: "\n \nWhere is my order?\nYou can follow it in your account." };
    const { pageId, topicId, path } = await publish(service(), [first]);
    await ask(service(), path, "My parcel vanished");
    const [question] = (await list({ pageId })).items;
    const params = { question_id: question?.questionId as string };
    const answered = (answer: string) => api.send("createEntryFromQuestion", { params, body: { topicId, answer } });
    for (const answer of [" ", "Have you looked below the doormat?", "x".repeat(100_000)])
      expect(await answered(answer)).toMatchObject({ status: 422, body: { errors: [{ location: "body.answer" }] } });
    const [entry] = (await api.call("getTopic", { params: { topic_id: topicId } })).entries;
    const body = { topicEntryId: entry?.topicEntryId as string };
    for (let times = 0; times < 2; times += 1) {
      const { content } = await api.call("createEntryFromQuestion", { params, body });
      expect(content).toBe("\n \nWhere is my order?\nMy parcel vanished?\nYou can follow it in your account.");
    }
    const unfinished = { content: { type: "faq", content: "Are parcels insured?" } };
    const { topicEntryId } = await api.call("createTopicEntry", { params: { topic_id: topicId }, body: unfinished });
    expect(await api.send("createEntryFromQuestion", { params, body: { topicEntryId } })).toMatchObject({
      status: 422,
      body: { errors: [{ location: "body.topicEntryId" }] },
    });
  });
});
