/** @jsxImportSource hono/jsx */
import type { Topic } from "../../contract";
import { LruCache } from "../caching/lru-cache";
import { memoize } from "../caching/memoize";
import type { Signer } from "../secrets/signer";
import { ContentsItem, TopicSection } from "./blocks/topic";
import type { Place } from "./images";
import type { Room } from "./templates/render-budget";
import { fill, Weave, type Woven } from "./templates/template";

interface WovenTopic {
  section: Woven;
  /** Its line in the table of contents. */
  contents: Woven;
}

type WovenTopics = ReadonlyMap<string, WovenTopic>;

export function weaveTopics(topics: readonly Topic[], tenantId: string, signer: Signer): WovenTopics {
  const woven = recentOf(signer);
  return new Map(
    topics.map((topic, index) => {
      const anchor = `topic-${index + 1}`;
      const text = JSON.stringify([tenantId, anchor, topic.title, topic.entries.map(({ content }) => content)]);
      return [topic.topicId, woven.get(text, () => weaveTopic(topic, anchor, { tenantId, signer }))];
    }),
  );
}

const maxRecentLength = 4_000_000;
const recentOf = memoize((_seal: Signer) => new LruCache<WovenTopic>(maxRecentLength));

function weaveTopic(topic: Topic, anchor: string, place: Place): WovenTopic {
  const weave = new Weave();
  const section = <TopicSection topic={topic} anchor={anchor} weave={weave} place={place} />;
  const contents = <ContentsItem topic={topic} anchor={anchor} weave={weave} />;
  return { section: weave.shared(section), contents: weave.shared(contents) };
}

/** Those that are not among the identifiers come last. */
export function fillTopics(topics: WovenTopics, topicIds: readonly string[], part: keyof WovenTopic, room: Room): string {
  let html = "";
  const left = new Map(topics);
  for (const topicId of topicIds) {
    const topic = left.get(topicId);
    if (topic === undefined) continue;
    html += fill(topic[part], room);
    left.delete(topicId);
  }
  for (const topic of left.values()) html += fill(topic[part], room);
  return html;
}
