import { createClient, type FeedEvent } from "../../../client";
import { recordEvent } from "../../../server/events/record";
import { createIds } from "../../../server/records/ids";
import { openDatabase } from "../../../server/storage/open";
import type { Storage } from "../../support/database/engines";
import { tenantIdOf } from "../../support/database/rows";
import { Receiver } from "../../support/network/receiver";
import { until } from "../../support/service/jobs";
import { type ServerProcess, spawnServer } from "../../support/service/process";

/** A claim of a process that was killed is over after its lease. */
const patienceMs = 120_000;
const writers = 8;
/** The part of the changes that are requests to the nodes. All others are transactions, which can be rolled back. */
const requestShare = 0.3;
const retryMs = 20;

interface Campaign {
  changes: number;
  /** How often a node is killed meanwhile. */
  kills: number;
  nodes: number;
  random: () => number;
}

export interface Verdict {
  committed: number;
  rolledBack: number;
  duplicates: number;
}

class RolledBack extends Error {}

/** Changes, some rolled back, while nodes are killed: receiver and feed must have every committed event and no other. */
export async function killNodes(storage: Storage, { changes, kills, nodes, random }: Campaign): Promise<Verdict> {
  const receiver = await Receiver.start();
  const environment = {
    ...storage.environment,
    FOYER_WEBHOOK_HTTP: "allow",
    FOYER_WEBHOOK_PORTS: "*",
    FOYER_WEBHOOK_NETWORKS: "127.0.0.0/8",
    FOYER_RATE_LIMIT: "0",
  };
  const running: ServerProcess[] = [await spawnServer(environment)];
  const { key } = (running[0] as ServerProcess).api;
  while (running.length < nodes) running.push(await spawnServer(environment, key));
  const db = openDatabase(storage);
  try {
    const { api } = running[0] as ServerProcess;
    await api.call("createWebhookSubscription", { body: { url: receiver.url, events: ["topic.created", "topic.deleted"] } });
    const tenantId = await tenantIdOf(db, api);
    const committed = new Set<string>();
    const rolledBack = new Set<string>();
    /** Topics whose creation was answered. */
    const acknowledged = new Set<string>();
    let begun = 0;

    /** A node that is killed may have committed what it did not answer: the topics there are at the end tell. */
    async function request(): Promise<void> {
      const node = running[Math.floor(random() * nodes)] as ServerProcess;
      await node.api.call("createTopic", { body: { title: "T" } }).then(
        ({ topicId }) => void acknowledged.add(topicId),
        () => Bun.sleep(retryMs),
      );
    }

    async function write(newId: ReturnType<typeof createIds>): Promise<void> {
      while (begun < changes) {
        begun += 1;
        if (random() < requestShare) {
          await request();
          continue;
        }
        const topicId = newId("topic");
        const isUndone = random() < 0.3;
        const work = db.transaction(async (tx) => {
          await recordEvent({ db: tx, tenantId, now: Date.now(), newId }, "topic.deleted", topicId, { topicId });
          // Some are committed after others that began later.
          if (random() < 0.2) await new Promise((turn) => setTimeout(turn, random() * 5));
          if (isUndone) throw new RolledBack();
        });
        await work.catch((error) => {
          if (!(error instanceof RolledBack)) throw error;
        });
        (isUndone ? rolledBack : committed).add(topicId);
      }
    }

    const newId = createIds(Date.now);
    const writing = Promise.all(Array.from({ length: writers }, () => write(newId)));
    for (let kill = 1; kill <= kills; kill += 1) {
      await until(() => begun >= (changes * kill) / (kills + 1), patienceMs);
      const index = kill % nodes;
      await (running[index] as ServerProcess).kill();
      running[index] = await spawnServer(environment, key);
    }
    await writing;

    const created = await topicIds(running[0] as ServerProcess);
    const lost = acknowledged.difference(created).size;
    if (lost > 0) throw new Error(`${lost} of ${acknowledged.size} topics are gone that were answered`);
    const wanted = [...committed, ...created].sort();
    const idsOf = () => new Set(receiver.delivered.map(({ headers }) => headers["webhook-id"] as string));
    await until(() => idsOf().size >= wanted.length, patienceMs);
    const bodies = new Map(receiver.delivered.map(({ headers, body }) => [headers["webhook-id"], body]));
    for (const { headers, body } of receiver.delivered) {
      if (bodies.get(headers["webhook-id"]) !== body) throw new Error(`Two bodies of ${headers["webhook-id"]}`);
    }
    const received = [...bodies.values()].map(
      (body) => (JSON.parse(body as string) as { data: { topicId: string } }).data.topicId,
    );
    compare("the receiver", received, wanted);

    const feed = await readWholeFeed(running[0] as ServerProcess);
    compare(
      "the feed",
      feed.map(({ subjectId }) => subjectId),
      wanted,
    );
    const positions = feed.map(({ position }) => position);
    if (positions.some((position, index) => index > 0 && position <= (positions[index - 1] as number))) {
      throw new Error("The feed is not in one order");
    }
    return { committed: wanted.length, rolledBack: rolledBack.size, duplicates: receiver.delivered.length - wanted.length };
  } finally {
    await Promise.all(running.map((node) => node.kill()));
    await db.close();
    await receiver.stop();
  }
}

async function topicIds({ origin, api: { key } }: ServerProcess): Promise<Set<string>> {
  const ids = new Set<string>();
  const client = createClient({ url: origin, apiKey: key });
  for await (const { topicId } of client.each("listTopics", { query: { limit: 100 } })) {
    ids.add(topicId);
  }
  return ids;
}

async function readWholeFeed({ api }: ServerProcess): Promise<FeedEvent[]> {
  const events: FeedEvent[] = [];
  for (let after = 0, hasMore = true; hasMore; ) {
    const page = await api.call("listEvents", { query: { after, limit: 100, type: "topic.created,topic.deleted" } });
    events.push(...(page.items as unknown as FeedEvent[]));
    after = page.lastPosition as number;
    hasMore = page.hasMore;
  }
  return events;
}

function compare(who: string, received: readonly string[], wanted: readonly string[]): void {
  const sorted = [...received].sort();
  if (sorted.length === wanted.length && sorted.every((id, index) => id === wanted[index])) return;
  const known = new Set(wanted);
  const missing = wanted.filter((id) => !received.includes(id)).length;
  throw new Error(
    `${who} has ${received.length} of ${wanted.length}: ${missing} missing, ${sorted.filter((id) => !known.has(id)).length} too many`,
  );
}
