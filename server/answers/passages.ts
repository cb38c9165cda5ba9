import { hash } from "node:crypto";
import type { Topic, TopicEntry } from "../../contract";
import { mapped, type Steps } from "../event-loop/steps";
import { idAlphabet } from "../records/ids";
import { faqSteps, labelledAddress, saysSomething } from "../rendering";
import { blockTexts } from "./blocks";
import type { BlockText } from "./blocks/block-text";
import { paragraphsOf } from "./paragraphs";

/** A piece of an entry that can be found and quoted by itself. Its texts may have tokens. */
export interface Passage {
  /** Stays the same as long as its entry and text do. */
  chunkId: string;
  topicId: string;
  topicEntryId: string;
  topic: string;
  /** The question of a `faq`, or the headings above a paragraph. */
  heading: string;
  body: string;
  isFaq: boolean;
}

/** A passage as it is cut from its entry, before anybody looks for it. */
export interface CutPassage extends Omit<Passage, "chunkId"> {
  /** Other ways to ask for it: it is found by them, and they are never shown. */
  alternatives: readonly string[];
  /** How many equal ones are before it in the entry. */
  occurrence: number;
}

/** An entry may have a hundred thousand characters, and each of its lines may be a passage. */
export function* passagesOf(
  topic: Pick<Topic, "topicId" | "title">,
  entry: Pick<TopicEntry, "topicEntryId" | "content">,
): Steps<CutPassage[]> {
  const { content } = entry.content;
  const type = entry.content.type.toLowerCase();
  const { topicEntryId } = entry;
  const seen = new Map<string, number>();
  const passages = yield* mapped(yield* textsOf(type, content), (text) => {
    const key = JSON.stringify([text.heading, text.body]);
    if (text.heading.trim() === "" && text.body.trim() === "") return undefined;
    const occurrence = seen.get(key) ?? 0;
    seen.set(key, occurrence + 1);
    return { topicId: topic.topicId, topicEntryId, topic: topic.title, isFaq: type === "faq", occurrence, ...text };
  });
  return passages.filter((passage) => passage !== undefined);
}

/** What a passage says, as it is quoted. */
export function quotedText({ isFaq, heading, body }: Pick<Passage, "isFaq" | "heading" | "body">): string {
  if (body === "") return heading;
  return isFaq ? `${heading}\n\n${body}` : body;
}

type PassageText = Pick<CutPassage, "heading" | "alternatives" | "body">;

function* textsOf(type: string, content: string): Steps<PassageText[]> {
  if (type === "image") return [];
  if (type === "faq") {
    const faq = yield* faqSteps(content);
    const { question, alternatives, answer } = faq;
    // Not finished yet: the question itself would be quoted as its answer, and offered to others.
    return !saysSomething(faq) ? [] : [{ heading: question, alternatives, body: answer }];
  }
  if (type === "link") return [{ heading: "", alternatives: [], body: linkText(content) }];
  const ofBlock = yield* blockTexts(type, content);
  if (!ofBlock) return (yield* paragraphsOf(content, type === "markdown")).map((one) => ({ ...one, alternatives: [] }));
  const texts: PassageText[] = [];
  for (const text of ofBlock) {
    texts.push(...(yield* blockPassages(text)));
    yield;
  }
  return texts;
}

function linkText(content: string): string {
  const { address, text } = labelledAddress(content);
  return text === "" ? address : `[${text}](${address})`;
}

function* blockPassages({ heading = "", body, alternatives = [] }: BlockText): Steps<PassageText[]> {
  const paragraphs = yield* paragraphsOf(body, false);
  if (paragraphs.length === 0) return [{ heading, alternatives, body: "" }];
  return paragraphs.map((paragraph) => ({ heading, alternatives, body: paragraph.body }));
}

const idLength = 26;

/** Written like other identifiers, and made from the text. */
export function chunkIdOf(
  topicEntryId: string,
  { heading, body }: Pick<Passage, "heading" | "body">,
  occurrence: number,
): string {
  const text = JSON.stringify([topicEntryId, JSON.stringify([heading, body]), occurrence]);
  const bytes = Buffer.from(hash("sha256", text, "hex"), "hex");
  return `chunk_${Array.from(bytes.subarray(0, idLength), (byte) => idAlphabet[byte & 31]).join("")}`;
}
