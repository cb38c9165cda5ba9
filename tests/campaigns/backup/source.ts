import type { StorageConfig } from "../../../server/storage/open";
import { makeAudience, makePage } from "../../support/features/versions";
import { Api } from "../../support/service/api";
import { Ledger } from "../crash/ledger";
import { createAccounts, startWriters } from "../crash/writers";
import type { Random } from "../random";
import { campaignKey, ServerProcess } from "../server-process";

const readyWithinMs = 60_000;
const writingMs = 20_000;
/** A page of about 6 MB in UTF-8, of texts that are short. */
const longEntries = 10;
const longEntry = "{{audience.name}}".repeat(200);
const longName = "日".repeat(1_000);

/** Adds to an installation through the service, which has stopped afterwards: nothing changes from then on. */
export async function addContent(storage: StorageConfig, writes: number, random: Random): Promise<void> {
  const server = new ServerProcess(storage);
  try {
    await server.ready(readyWithinMs);
    const api = new Api(server.origin, campaignKey);
    await addLongPage(api);
    const ledger = new Ledger();
    const known = (await api.call("listAccounts", {})).items.map(({ accountId }) => accountId);
    const accountIds = known.length > 0 ? known : await createAccounts(server.origin);
    const writing = startWriters({ origin: server.origin, ledger, accountIds, outage: "no answer", random });
    const until = performance.now() + writingMs;
    while (ledger.size < writes && performance.now() < until) await new Promise((turn) => setTimeout(turn, 5));
    await writing.stop();
    await server.stop();
  } finally {
    await server.kill();
  }
}

async function addLongPage(api: Api): Promise<void> {
  const { topicId } = await api.call("createTopic", { body: { title: "Long" } });
  for (let number = 0; number < longEntries; number += 1) {
    const content = { type: "text", content: longEntry };
    await api.call("createTopicEntry", { params: { topic_id: topicId }, body: { content } });
  }
  const pageId = await makePage(api);
  await api.call("setPageTopics", { params: { page_id: pageId }, body: { topicIds: [topicId] } });
  await makeAudience(api, { customName: longName }, pageId);
}
