/** @jsxImportSource hono/jsx */
import type { Topic } from "../../../contract";
import type { Seal } from "../../site";
import type { Values } from "../../tokens";
import { ContentsItem, TopicSection } from "./parts/topic";
import { fill, Weave, type Woven } from "./weave";

interface WovenTopic {
  section: Woven;
  /** Its line in the table of contents. */
  contents: Woven;
}

export type WovenTopics = ReadonlyMap<string, WovenTopic>;

export function weaveTopics(topics: readonly Topic[], tenantId: string, seal: Seal): WovenTopics {
  return new Map(
    topics.map((topic, index) => {
      const weave = new Weave();
      const anchor = `topic-${index + 1}`;
      const section = <TopicSection topic={topic} anchor={anchor} weave={weave} place={{ tenantId, seal }} />;
      const contents = <ContentsItem topic={topic} anchor={anchor} weave={weave} />;
      return [topic.topicId, { section: weave.woven(section), contents: weave.woven(contents) }];
    }),
  );
}

/** Those that are not among the identifiers come last. */
export function fillTopics(topics: WovenTopics, topicIds: readonly string[], part: keyof WovenTopic, values: Values): string {
  let html = "";
  const left = new Map(topics);
  for (const topicId of topicIds) {
    const topic = left.get(topicId);
    if (topic === undefined) continue;
    html += fill(topic[part], values);
    left.delete(topicId);
  }
  for (const topic of left.values()) html += fill(topic[part], values);
  return html;
}
