/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { TopicEntry } from "../../../contract";
import type { AssetScope } from "../images";
import { Markdown, Paragraphs } from "../markdown";
import type { TemplateBuilder } from "../templates/template-builder";
import type { EntryProps } from "./entry-props";
import { FaqEntry } from "./faq-entry";
import { ImageEntry } from "./image-entry";
import { LinkEntry } from "./link-entry";

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
  const shown = group.map(({ content }) => view(content.type)({ content: content.content, builder, assetScope }));
  return String(isQuestion(group[0]) ? <div class="faq">{shown}</div> : shown[0]);
}

/** Entries of an unknown type are shown as text. */
function view(type: string) {
  return Object.hasOwn(views, type) ? (views[type] as (props: EntryProps) => Child) : asText;
}

function asText({ content, builder }: EntryProps): Child {
  return <Paragraphs text={builder.text(content)} />;
}

function countQuestions(entries: readonly TopicEntry[], from: number): number {
  let end = from;
  while (isQuestion(entries[end])) end++;
  return end - from;
}

function isQuestion(entry: TopicEntry | undefined): boolean {
  return entry?.content.type === "faq";
}
