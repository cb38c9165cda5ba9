/** @jsxImportSource hono/jsx */
import type { Topic } from "../../contract";
import { LruCache } from "../caching/lru-cache";
import { memoize } from "../caching/memoize";
import type { Signer } from "../secrets/signer";
import { ContentsItem, TopicSection } from "./blocks/topic";
import type { AssetScope } from "./images";
import type { RenderContext } from "./templates/render-context";
import { fillTemplate, type Template } from "./templates/template";
import { TemplateBuilder } from "./templates/template-builder";

interface TopicTemplates {
  section: Template;
  /** The topic's line in the table of contents. */
  contents: Template;
}

type TemplatesByTopic = ReadonlyMap<string, TopicTemplates>;

export function buildTopics(topics: readonly Topic[], tenantId: string, signer: Signer): TemplatesByTopic {
  const cache = cacheFor(signer);
  return new Map(
    topics.map((topic, index) => {
      const anchor = `topic-${index + 1}`;
      const key = JSON.stringify([tenantId, anchor, topic.title, topic.entries.map(({ content }) => content)]);
      return [topic.topicId, cache.get(key, () => buildTopic(topic, anchor, { tenantId, signer }))];
    }),
  );
}

const maxCachedLength = 4_000_000;
const cacheFor = memoize((_signer: Signer) => new LruCache<TopicTemplates>(maxCachedLength));

function buildTopic(topic: Topic, anchor: string, assetScope: AssetScope): TopicTemplates {
  const builder = new TemplateBuilder();
  const section = <TopicSection topic={topic} anchor={anchor} builder={builder} assetScope={assetScope} />;
  const contents = <ContentsItem topic={topic} anchor={anchor} builder={builder} />;
  return { section: builder.buildShared(section), contents: builder.buildShared(contents) };
}

/** Topics that are not among the identifiers come last. */
export function fillTopics(
  topics: TemplatesByTopic,
  topicIds: readonly string[],
  part: keyof TopicTemplates,
  context: RenderContext,
): string {
  let html = "";
  const remaining = new Map(topics);
  for (const topicId of topicIds) {
    const topic = remaining.get(topicId);
    if (topic === undefined) continue;
    html += fillTemplate(topic[part], context);
    remaining.delete(topicId);
  }
  for (const topic of remaining.values()) html += fillTemplate(topic[part], context);
  return html;
}
