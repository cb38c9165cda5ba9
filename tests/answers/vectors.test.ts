import { afterAll, expect, test } from "bun:test";
import { sql } from "../../server/storage/sql";
import { onTodaysEngine } from "../support/database/engines";
import { ask, publish } from "../support/features/questions";
import { startStandInModel } from "../support/network/stand-in-model";
import { until } from "../support/service/jobs";
import { type TestService, useService } from "../support/service/service";

const entries = [
  { type: "faq", content: "Who will mend an automobile?\nOur garage in Leeds does." },
  { type: "faq", content: "Where is my order?\nIn your account, {{ person.name }}." },
  { type: "faq", content: "Which payments are accepted?\nCards and cheques." },
  { type: "faq", content: "When do parcels leave?\nEvery evening at six." },
];
/** Not a word of it is in the topics. */
const paraphrase = "vehicle fix";

onTodaysEngine("passages with vectors", (engine) => {
  const model = startStandInModel({ embeddingModel: "stand-in-vectors" });
  afterAll(() => model.stop());
  const service = useService(engine, { model: model.config });

  const tried = (pageId: string, question: string) =>
    service().api.call("tryQuestion", { params: { page_id: pageId }, body: { question } });
  const vectorsOf = async (topicId: string) =>
    service().db.all<{ chunk_id: string; vector: string }>(
      sql`SELECT chunk_id, vector FROM passage_vectors WHERE topic_id = ${topicId} ORDER BY chunk_id`,
    );

  test("are found by what they mean, once a job has made the vectors; a question never waits for that", async () => {
    model.giveVectors(false);
    const { pageId, topicId } = await publish(service(), entries, "Ada Lovelace");
    expect((await tried(pageId, paraphrase)).answered).toBe(false);
    expect(await tried(pageId, "Where is my order?")).toMatchObject({ answered: true });
    model.giveVectors(true);
    await embedded(service(), topicId, 4);
    const { answered, text, passages } = await tried(pageId, paraphrase);
    expect({ answered, text }).toEqual({ answered: true, text: "Our garage in Leeds does." });
    expect(passages[0]).toMatchObject({ terms: [] });
    expect((await tried(pageId, "underwater basket weaving")).answered).toBe(false);
    expect(await tried(pageId, "Where is my order?")).toMatchObject({ answered: true });
    seen.push(passages.map(({ score }) => score));
    expect(new Set(seen.map((scores) => JSON.stringify(scores))).size).toBe(1);
    expect(model.embeddingRequests.join()).not.toMatch(/person\.name|Ada/);
  });

  test("are not the answer to a question of nothing but frequent words, unless a faq asks the same", async () => {
    const { pageId, topicId } = await publish(service(), [
      ...entries,
      { type: "faq", content: "Who are you?\nA family company that makes tents." },
      { type: "text", content: "How are you? We hope that you are well, and that you can be with us again." },
    ]);
    await embedded(service(), topicId, 6);
    for (const question of ["how are you", "How are you?", "what can you do?", "and you?"])
      expect([question, (await tried(pageId, question)).answered]).toEqual([question, false]);
    expect(await tried(pageId, "Who are you?")).toMatchObject({ answered: true, text: "A family company that makes tents." });
  });

  test("are found by their words while the model gives no vectors for questions, and answers are in its words all the same", async () => {
    const { pageId, topicId, path } = await publish(service(), entries);
    await embedded(service(), topicId, 4);
    model.giveVectors(false);
    const { answered, passages } = await tried(pageId, "Where is my parcel?");
    expect([answered, passages.length > 0]).toEqual([true, true]);
    expect((await ask(service(), path, "When do the parcels leave?")).html).toContain("Every evening at six.");
    for (let count = 0; count < 6; count += 1) await tried(pageId, `underwater basket weaving ${count}`);
    model.reply(() => "Parcels leave every evening at six [1].");
    expect((await tried(pageId, "When do parcels leave?")).text).toBe("Parcels leave every evening at six.");
    model.giveVectors(true);
    service().advance(60_000);
  });

  test("get new ones when their text changes, keep them when it doesn't, and leave none behind", async () => {
    const { pageId, topicId } = await publish(service(), entries);
    await embedded(service(), topicId, 4);
    const before = await vectorsOf(topicId);
    model.embeddingRequests.length = 0;
    const topic = await service().api.call("getTopic", { params: { topic_id: topicId } });
    const entry = topic.entries.find(({ content }) => content.content.startsWith("Which payments"));
    const params = { topic_id: topicId, entry_id: entry?.topicEntryId as string };
    const content = { type: "faq", content: "Which vehicles do you hire out?\nVans." };
    await service().api.call("updateTopicEntry", { params, body: { content } });
    expect((await tried(pageId, paraphrase)).text).toBe("Our garage in Leeds does.");
    await until(async () => {
      service().advance(60_000);
      const now = (await vectorsOf(topicId)).map(({ chunk_id }) => chunk_id);
      return now.length === 4 && before.filter(({ chunk_id }) => now.includes(chunk_id)).length === 3;
    });
    const sent = model.embeddingRequests.flatMap((body) => (JSON.parse(body) as { input: string[] }).input);
    expect(sent.filter((text) => text.includes("Vans"))).toHaveLength(1);
    expect(sent.filter((text) => text.includes("Leeds"))).toEqual([]);
    await service().api.call("setPageTopics", { params: { page_id: pageId }, body: { topicIds: [] } });
    await service().api.call("deleteTopic", { params: { topic_id: topicId } });
    await until(async () => {
      service().advance(60_000);
      return (await vectorsOf(topicId)).length === 0;
    });
    expect(await service().db.all(sql`SELECT topic_id FROM topic_vectors WHERE topic_id = ${topicId}`)).toEqual([]);
  });
});

/** What both engines found. */
const seen: number[][] = [];

/** Lets the recurring job come by until all passages have vectors. */
async function embedded({ db, advance }: TestService, topicId: string, passages: number): Promise<void> {
  await until(async () => {
    advance(60_000);
    const rows = await db.all(sql`SELECT chunk_id FROM passage_vectors WHERE topic_id = ${topicId}`);
    const states = await db.all(sql`SELECT topic_id FROM topic_vectors WHERE topic_id = ${topicId} AND revision >= 0`);
    return rows.length === passages && states.length === 1;
  });
}
