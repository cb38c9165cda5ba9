import { hash } from "node:crypto";
import type { Topic } from "../../../../contract";
import type { PassageIndex } from "../../../answers/retrieval/passage-index";
import type { Reading } from "../../../context";
import { turns } from "../../../event-loop/turns";
import { type TopicState, topicStatesOf } from "../../pages";
import { topicsById } from "../../topics";
import { vectorsOf } from "../vectors/known-vectors";
import { synonymsOf } from "./synonyms-of";

/** As much as a page can show. */
const maxBytes = 4 * 1_048_576;
const maxTopics = 2_000;
/** How much of the topics is read without a pause. */
const bytesAtOnce = 32_768;

type Source = Pick<Reading, "db" | "tenantId" | "site">;

/** The index of the topics that a page knows: those attached to it, and the default ones. */
export async function indexOfPage({ db, tenantId, site }: Source, pageId: string): Promise<PassageIndex> {
  return site.indexes.get(tenantId, pageId, async () => {
    const [states, synonyms] = await Promise.all([topicStatesOf(db, tenantId, pageId, maxTopics), synonymsOf(db, tenantId)]);
    const known = fitting(states);
    const vectors = await vectorsOf({ db, tenantId, site }, known);
    const state = JSON.stringify([known.map(({ topic_id, revision }) => [topic_id, revision]), synonyms, vectors?.state]);
    return {
      key: hash("sha256", state, "base64url"),
      read: async () => ({ topics: await readTopics({ db, tenantId }, known), synonyms, vectors: await vectors?.read() }),
    };
  });
}

/** The topics that its index is made of, and how often each was changed. */
export async function topicsOfIndex({ db, tenantId }: Pick<Source, "db" | "tenantId">, pageId: string): Promise<TopicState[]> {
  return fitting(await topicStatesOf(db, tenantId, pageId, maxTopics));
}

/** Leaves out topics from the end until the page is not too large. */
function fitting(states: readonly TopicState[]): TopicState[] {
  let left = maxBytes;
  const end = states.findIndex(({ bytes }) => (left -= bytes) < 0);
  return states.slice(0, end < 0 ? states.length : end);
}

export async function readTopics(
  { db, tenantId }: Pick<Source, "db" | "tenantId">,
  states: readonly TopicState[],
): Promise<Topic[]> {
  const topics: Topic[] = [];
  for (let start = 0; start < states.length; ) {
    const turn = turns.next(tenantId);
    if (turn) await turn;
    let end = start;
    for (let bytes = 0; end < states.length && (end === start || bytes < bytesAtOnce); end += 1) bytes += states[end]?.bytes ?? 0;
    const ids = states.slice(start, end).map(({ topic_id }) => topic_id);
    topics.push(...(await topicsById(db, tenantId, ids)));
    start = end;
    await new Promise((next) => setImmediate(next));
  }
  return topics;
}
