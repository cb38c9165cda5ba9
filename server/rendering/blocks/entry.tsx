/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { TopicEntry } from "../../../contract";
import type { Place } from "../images";
import { Markdown, Paragraphs } from "../markdown";
import type { Weave } from "../templates/template";
import type { EntryGiven } from "./entry-given";
import { FrequentQuestion } from "./frequent-question";
import { ImageEntry } from "./image-entry";
import { LinkEntry } from "./link-entry";

interface Given {
  entries: readonly TopicEntry[];
  weave: Weave;
  place: Place;
}

const views: Readonly<Record<string, (given: EntryGiven) => Child>> = {
  markdown: ({ content, weave, place }) => <Markdown text={content} weave={weave} place={place} />,
  image: (given) => <ImageEntry {...given} />,
  link: (given) => <LinkEntry {...given} />,
  faq: (given) => <FrequentQuestion {...given} />,
};

/** In their order; questions that follow one another stand together. */
export function Entries({ entries, weave, place }: Given) {
  const shown: Child[] = [];
  for (let index = 0; index < entries.length; ) {
    const end = index + Math.max(1, countQuestions(entries, index));
    const made = entries.slice(index, end).map(({ content }) => view(content.type)({ content: content.content, weave, place }));
    shown.push(isQuestion(entries[index]) ? <div class="faq">{made}</div> : made);
    index = end;
  }
  return <>{shown}</>;
}

/** A type that we don't know is shown as text. */
function view(type: string) {
  return Object.hasOwn(views, type) ? (views[type] as (given: EntryGiven) => Child) : asText;
}

function asText({ content, weave }: EntryGiven): Child {
  return <Paragraphs text={weave.text(content)} />;
}

function countQuestions(entries: readonly TopicEntry[], from: number): number {
  let end = from;
  while (isQuestion(entries[end])) end++;
  return end - from;
}

function isQuestion(entry: TopicEntry | undefined): boolean {
  return entry?.content.type === "faq";
}
