import { addAudiences, addPageWithTopics, clientOf, pathsOf } from "../audiences";
import { browserAgent } from "../load/browser-agent";
import type { Running } from "../processes";
import type { Stage } from "../stage";

export const eventsPerBatch = 5;
const audiences = 200;
const visitors = 5_000;

/** What the trackers of some pages send, as lines for the load generator: `{n}` makes every opening a new one. */
export async function batchRequests(stage: Stage, foyer: Running & { pages: Running }): Promise<string[]> {
  const client = clientOf(foyer);
  const pageId = await addPageWithTopics(client);
  const paths = await pathsOf(client, await addAudiences(client, pageId, stage.personIds.slice(0, audiences)));
  const tokens = await Promise.all(paths.map((path) => tokenAt(`${foyer.pages.origin}${path}`)));
  return Array.from({ length: visitors }, (_, visitor) => {
    const key = `${Date.now().toString(36)}${visitor}x`.padEnd(20, "0");
    return `POST /_foyer/visits/${tokens[visitor % tokens.length]} ${JSON.stringify({ v: key, l: `${key}{n}`, n: 15_000, e: events })}`;
  });
}

const events = [
  [0, "s", 0, "?utm_source=mail&utm_campaign=spring", 0],
  [1, "t", 0, 9_000],
  [2, "d", 9_000, 60],
  [3, "c", 5_000, "book", "Book a demo", "What it costs", "book"],
  [4, "t", 9_500, 14_000],
];

async function tokenAt(url: string): Promise<string> {
  const html = await (await fetch(url, { headers: { "user-agent": browserAgent } })).text();
  const [, token] = /data-visit="([^"]+)"/.exec(html) ?? [];
  if (token === undefined) throw new Error(`${url} has no tracker`);
  return token;
}
