import type { Client } from "../../client";
import { runtimeOptions } from "../../server/startup/runtime-options";
import { createStorage, type Engine, type Storage } from "../../tests/support/database/engines";
import { freePort } from "../../tests/support/database/postgres";
import { addAudiences, addPage, clientOf, pathsOf } from "../audiences";
import { type Running, start } from "../processes";
import { createWriter } from "./passages";

const entriesPerTopic = 200;
const entriesAtOnce = 8;
const audiences = 50;

export interface AnswersStage extends AsyncDisposable {
  foyer: Running;
  folder: string;
  pages: string;
  client: Client;
  pageId: string;
  topicId: string;
  /** Of pages that answer from the passages. */
  paths: string[];
}

/** A page with so many passages, over a database of its own. `file`: the server, relative to the folder of benchmarks. */
export async function createAnswersStage(engine: Engine, passages: number, file: string): Promise<AnswersStage> {
  const storage: Storage = await createStorage(engine);
  const [pagesPort, apiKey] = [await freePort(), crypto.randomUUID()];
  const foyer = await start({
    file,
    environment: (port) => ({
      ...storage.environment,
      PORT: String(port),
      PAGES_PORT: String(pagesPort),
      FOYER_API_KEY: apiKey,
      FOYER_RATE_LIMIT: "0",
      ...runtimeOptions,
    }),
    probe: "/readyz",
    apiKey,
  });
  const dispose = async () => {
    await foyer[Symbol.asyncDispose]();
    await storage.remove();
  };
  try {
    const client = clientOf(foyer);
    const topicIds = await addTopics(client, passages);
    const pageId = await addPage(client);
    await client.setPageTopics({ params: { page_id: pageId }, body: { topicIds } });
    const persons = await Promise.all(
      Array.from({ length: audiences }, (_, number) => client.createPerson({ body: { name: `Visitor ${number}` } })),
    );
    const paths = await pathsOf(
      client,
      await addAudiences(
        client,
        pageId,
        persons.map(({ personId }) => personId),
      ),
    );
    const pages = `http://127.0.0.1:${pagesPort}`;
    const folder = storage.dataFolder;
    return { foyer, folder, pages, client, pageId, topicId: topicIds[0] as string, paths, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function addTopics(client: Client, passages: number): Promise<string[]> {
  const writer = createWriter(1);
  const topicIds: string[] = [];
  for (let made = 0; made < passages; made += entriesPerTopic) {
    const { topicId } = await client.createTopic({ body: { title: writer.words(3) } });
    topicIds.push(topicId);
    const texts = Array.from({ length: Math.min(entriesPerTopic, passages - made) }, () => writer.faq());
    for (let start = 0; start < texts.length; start += entriesAtOnce)
      await Promise.all(
        texts
          .slice(start, start + entriesAtOnce)
          .map((content) =>
            client.createTopicEntry({ params: { topic_id: topicId }, body: { content: { type: "faq", content } } }),
          ),
      );
  }
  return topicIds;
}
