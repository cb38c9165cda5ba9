/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { TopicEntry } from "../../../contract";
import { blockOf } from "../blocks";
import type { AssetScope } from "../images";
import { Markdown } from "../markdown";
import type { TemplateBuilder } from "../templates/template-builder";
import type { EntryProps } from "./entry-props";
import { FaqEntry } from "./faq-entry";
import { ImageEntry } from "./image-entry";
import { LinkEntry } from "./link-entry";
import { PlainText } from "./plain-text";

const views: Readonly<Record<string, (props: EntryProps) => Child>> = {
  markdown: ({ content, builder, assetScope }) => <Markdown text={content} builder={builder} assetScope={assetScope} />,
  image: (props) => <ImageEntry {...props} />,
  link: (props) => <LinkEntry {...props} />,
  faq: (props) => <FaqEntry {...props} />,
};

/** Consecutive questions are one group, any other entry is a group of its own. */
export function entryGroups(entries: readonly TopicEntry[]): TopicEntry[][] {
  const groups: TopicEntry[][] = [];
  for (let index = 0; index < entries.length; ) {
    const end = index + Math.max(1, countQuestions(entries, index));
    groups.push(entries.slice(index, end));
    index = end;
  }
  return groups;
}

export function groupMarkup(group: readonly TopicEntry[], builder: TemplateBuilder, assetScope: AssetScope): string {
  const shown = group.map(({ content }) => entryView(content.type, { content: content.content, builder, assetScope }));
  return String(isQuestion(group[0]) ? <div class="faq">{shown}</div> : (shown[0] ?? ""));
}

/** Entries of an unknown type, and blocks that can't be read, are shown as text. The case of a type does not matter. */
function entryView(type: string, props: EntryProps): Child {
  const block = blockOf(type);
  if (block) {
    const shown = block.view(props);
    if (shown !== undefined) return shown;
    const name = type.toLowerCase();
    const example = `/docs/content#block-${name} shows how it is written`;
    props.assetScope.warn?.("block_unreadable", `can't be read as ${name}, and is shown as text; ${example}`);
    return <PlainText {...props} assetScope={{ ...props.assetScope, warn: undefined }} />;
  }
  const known = type.toLowerCase();
  return Object.hasOwn(views, known) ? (views[known] as (props: EntryProps) => Child)(props) : <PlainText {...props} />;
}

function countQuestions(entries: readonly TopicEntry[], from: number): number {
  let end = from;
  while (isQuestion(entries[end])) end++;
  return end - from;
}

function isQuestion(entry: TopicEntry | undefined): boolean {
  return entry?.content.type.toLowerCase() === "faq";
}
