import { expect, test } from "bun:test";
import { IndexWorker } from "../../server/answers/building/index-worker";
import { type IndexedTopic, indexSteps } from "../../server/answers/retrieval/build-index";
import { atOnce } from "../../server/event-loop/steps";
import { Unavailable } from "../../server/storage/port";
import { topicsOfSet } from "./question-set";

const synonyms = [["parcel", "crate"]];
const questions = ["Where is my parcel?", "Where is my crate?", "Who won the match?", "Wo ist mein Paket?"];

test("an index that a worker builds is the same as one that is built here", async () => {
  const topics = topicsOfSet();
  const here = atOnce(indexSteps({ topics, synonyms }));
  const worker = new IndexWorker();
  for (let build = 0; build < 2; build += 1) {
    const there = await worker.build("tenant", { topics, synonyms });
    expect(there.data).toEqual(here.data);
    expect(there.bytes).toBe(here.bytes);
    for (const question of questions) {
      const [one, other] = [here, there].map((index) =>
        index.search(question, 5).map(({ passage, score, isEnough, terms }) => [passage.chunkId, score, isEnough, terms()]),
      );
      expect(other).toEqual(one as NonNullable<typeof one>);
    }
  }
});

test("a build whose worker ends is told so, and the next one has a new worker", async () => {
  const worker = new IndexWorker();
  const unreadable = { topicEntryId: "entry", content: { type: 1, content: "text" } };
  const broken = [{ topicId: "topic", title: "", entries: [unreadable] }] as unknown as IndexedTopic[];
  const failed = worker.build("tenant", { topics: broken, synonyms });
  expect(await failed.catch((error) => error)).toBeInstanceOf(Unavailable);
  const { languages } = await worker.build("tenant", { topics: topicsOfSet(), synonyms });
  expect(languages).toContain("en");
});
