/** @jsxImportSource hono/jsx */
import type { Topic } from "../../../contract";
import { once } from "../../once";
import { Recent } from "../../recent";
import type { Seal } from "../../site";
import type { Place } from "./images";
import { ContentsItem, TopicSection } from "./parts/topic";
import type { Room } from "./room";
import { fill, Weave, type Woven } from "./weave";

interface WovenTopic {
  section: Woven;
  /** Its line in the table of contents. */
  contents: Woven;
}

type WovenTopics = ReadonlyMap<string, WovenTopic>;

export function weaveTopics(topics: readonly Topic[], tenantId: string, seal: Seal): WovenTopics {
  const woven = recentOf(seal);
  return new Map(
    topics.map((topic, index) => {
      const anchor = `topic-${index + 1}`;
      const text = JSON.stringify([tenantId, anchor, topic.title, topic.entries.map(({ content }) => content)]);
      return [topic.topicId, woven.get(text, () => weaveTopic(topic, anchor, { tenantId, seal }))];
    }),
  );
}

const maxRecentLength = 4_000_000;
const recentOf = once((_seal: Seal) => new Recent<WovenTopic>(maxRecentLength));

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
