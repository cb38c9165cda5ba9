import { expect, test } from "bun:test";
import type { Topic } from "../../contract";
import { openDatabase } from "../../server/storage/open";
import { createStorage } from "../support/database/engines";
import { restoreBackup, takeBackup, useBackupFolder } from "../support/features/backups";
import { publish } from "../support/features/questions";
import { Api } from "../support/service/api";
import { startTestService } from "../support/service/service";
import { questionsOfSet, topicsOfSet } from "./question-set";

const folder = useBackupFolder();

test("both engines give the same passages and scores for the whole set, after a restart, from two nodes, and whatever was edited in between", async () => {
  const here = await startTestService("sqlite");
  const [first, ...others] = topicsOfSet();
  const { pageId } = await publish(here, contentsOf(first as Topic));
  for (const topic of others) {
    const { topicId } = await here.api.call("createTopic", { body: { title: topic.title, isDefault: true } });
    for (const content of contentsOf(topic))
      await here.api.call("createTopicEntry", { params: { topic_id: topicId }, body: { content } });
  }
  const file = `${folder}/set.gz`;
  await takeBackup(here.db, file);
  const storage = await createStorage("postgres", { hasTables: true });
  const db = openDatabase(storage);
  await restoreBackup(db, file);
  await db.close();
  const there = await startTestService("postgres", { storage });
  const beside = await startTestService("postgres", { storage });
  try {
    const restored = new Api(there.origin, here.api.key);
    const second = new Api(beside.origin, here.api.key);
    const expected = await answersOf(here.api, pageId);
    expect(await answersOf(restored, pageId)).toEqual(expected);
    expect(await answersOf(second, pageId)).toEqual(expected);
    // An edit and its opposite lead back to the same index.
    const [topic] = (await restored.call("listTopics", { query: { limit: 1 } })).items;
    const { topicEntryId } = await restored.call("createTopicEntry", {
      params: { topic_id: topic?.topicId as string },
      body: { content: { type: "faq", content: "Where is my order?\nElsewhere." } },
    });
    const edited = await answersOf(second, pageId);
    expect(edited).not.toEqual(expected);
    expect(await answersOf(restored, pageId)).toEqual(edited);
    await restored.call("deleteTopicEntry", { params: { topic_id: topic?.topicId as string, entry_id: topicEntryId } });
    expect(await answersOf(second, pageId)).toEqual(expected);
    expect(await answersOf(restored, pageId)).toEqual(expected);
  } finally {
    await beside.stop();
    await there.stop();
    await here.stop();
  }
});

function contentsOf({ entries }: Topic) {
  return entries.map(({ content }) => content);
}

async function answersOf(api: Api, pageId: string) {
  const answers = [];
  for (const { text } of questionsOfSet()) {
    const { answered, passages } = await api.call("tryQuestion", { params: { page_id: pageId }, body: { question: text } });
    answers.push([answered, passages.map(({ chunkId, score }) => `${chunkId} ${score}`)]);
  }
  return answers;
}
