/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import type { Page, Topic } from "../../contract";
import { LruCache } from "../caching/lru-cache";
import { memoize } from "../caching/memoize";
import type { Steps } from "../event-loop/steps";
import type { Signer } from "../secrets/signer";
import { type Card, type CardRow, cardOf, cardRows } from "./arrangements/card-rows";
import { isSmall, slidesOf } from "./arrangements/slides";
import { entryGroups, groupMarkup } from "./entries/entry-groups";
import { type AssetScope, assetIdsIn, assetOf } from "./images";
import { withMainImage } from "./picture";
import { ContentsItem, TopicSection } from "./sections/topic";
import type { RenderContext } from "./templates/render-context";
import { fillTemplate, type Template } from "./templates/template";
import { TemplateBuilder } from "./templates/template-builder";
import { cachedTokenSize } from "./tokens";

interface TopicTemplates extends Card {
  section: Template;
  /** The section where visitors begin to read: its first image is loaded at once. */
  asFirst(): Steps<Template>;
  /** The topic's line in the table of contents. */
  contents: Template;
  /** Whether it would leave most of a slide empty. */
  isSmall: boolean;
}

type TemplatesByTopic = ReadonlyMap<string, TopicTemplates>;

/** Made once for the topics of a page, which its audiences share. */
export function* topicTemplates(topics: readonly Topic[], scope: AssetScope): Steps<TemplatesByTopic> {
  const known = made.get(topics);
  const isSame = (["tenantId", "signer", "assets", "language", "widths"] as const).every((name) => known?.[name] === scope[name]);
  if (known && isSame) return known.templates;
  const templates = yield* buildTopics(topics, scope);
  made.set(topics, { ...scope, templates });
  return templates;
}

const made = new WeakMap<readonly Topic[], AssetScope & { templates: TemplatesByTopic }>();

function* buildTopics(topics: readonly Topic[], scope: AssetScope): Steps<TemplatesByTopic> {
  const cache = cacheFor(scope.signer);
  const templates = new Map<string, TopicTemplates>();
  for (const [index, topic] of topics.entries()) {
    const anchor = `topic-${index + 1}`;
    const contents = topic.entries.map(contentsOf).join("");
    yield;
    const assets = scope.assets && assetIdsIn(contents).map((assetId) => assetOf(scope, assetId) ?? null);
    yield;
    const key = JSON.stringify([scope.tenantId, scope.language, scope.widths, anchor, topic.title, assets]) + contents;
    let built = cache.find(key);
    if (!built) {
      built = yield* buildTopic(topic, anchor, scope);
      cache.keep(key, built, key.length + (built.section.length + built.contents.length) * cachedTokenSize);
    }
    templates.set(topic.topicId, built);
    yield;
  }
  return templates;
}

/** With the length of each part, so that different entries never have the same text. As JSON, a megabyte takes 5 ms. */
function contentsOf({ content: { type, content } }: Topic["entries"][number]): string {
  return `\n${type.length} ${content.length}\n${type}\n${content}`;
}

const maxCachedSize = 4_000_000;
const cacheFor = memoize((_signer: Signer) => new LruCache<TopicTemplates>(maxCachedSize));

function* buildTopic(topic: Topic, anchor: string, assetScope: AssetScope): Steps<TopicTemplates> {
  const builder = new TemplateBuilder();
  let entries = "";
  for (const group of entryGroups(topic.entries)) {
    entries += groupMarkup(group, builder, assetScope);
    yield;
  }
  const markup = String(<TopicSection topic={topic} anchor={anchor} builder={builder} entries={raw(entries)} />);
  const contents = <ContentsItem topic={topic} anchor={anchor} builder={builder} />;
  const section = yield* builder.buildSharedInSteps(markup);
  let asFirst: Template | undefined;
  return {
    section,
    *asFirst() {
      if (asFirst) return asFirst;
      const first = withMainImage(markup);
      asFirst = first === markup ? section : yield* builder.buildSharedInSteps(first);
      return asFirst;
    },
    contents: builder.buildShared(contents),
    isSmall: isSmall(topic),
    ...cardOf(topic, assetScope),
  };
}

/** Short topics that follow each other share a slide of a deck, or a row of a landing page. */
export function* fillSections(
  topics: TemplatesByTopic,
  topicIds: readonly string[],
  context: RenderContext,
  pageType: Page["pageType"],
): Steps<string> {
  const ordered = [...inOrder(topics, topicIds)];
  // The first slide of a deck has its title alone.
  const first = pageType === "sales_deck" ? undefined : ordered[0];
  let html = "";
  if (pageType === "sales_deck") {
    for (const slide of slidesOf(ordered)) {
      const sections = yield* filled(slide, context, first);
      html += slide.length > 1 ? `<div class="group">${sections}</div>` : sections;
    }
  } else if (pageType === "inbound") {
    for (const columns of rowsOf(topics, ordered)) {
      const filledColumns: string[] = [];
      for (const column of columns) filledColumns.push(yield* filled(column, context, first));
      html +=
        columns.length > 1 ? `<div class="row"><div>${filledColumns.join("</div><div>")}</div></div>` : filledColumns.join("");
    }
  } else html = yield* filled(ordered, context, first);
  return html;
}

/** Most audiences of a page have its topics in the same order. */
function rowsOf(topics: TemplatesByTopic, ordered: readonly TopicTemplates[]): CardRow<TopicTemplates>[] {
  const last = lastRows.get(topics);
  if (last?.flat(2).every((topic, index) => topic === ordered[index])) return last;
  const rows = cardRows(ordered);
  lastRows.set(topics, rows);
  return rows;
}

const lastRows = new WeakMap<TemplatesByTopic, CardRow<TopicTemplates>[]>();

function* filled(topics: readonly TopicTemplates[], context: RenderContext, first: TopicTemplates | undefined): Steps<string> {
  let sections = "";
  for (const topic of topics) {
    sections += fillTemplate(topic === first ? yield* topic.asFirst() : topic.section, context);
    yield;
  }
  return sections;
}

export function fillContents(topics: TemplatesByTopic, topicIds: readonly string[], context: RenderContext): string {
  let html = "";
  for (const { contents } of inOrder(topics, topicIds)) html += fillTemplate(contents, context);
  return html;
}

/** Topics that are not among the identifiers come last. */
function* inOrder(topics: TemplatesByTopic, topicIds: readonly string[]): Generator<TopicTemplates> {
  const remaining = new Map(topics);
  for (const topicId of topicIds) {
    const topic = remaining.get(topicId);
    if (topic) yield topic;
    remaining.delete(topicId);
  }
  yield* remaining.values();
}
