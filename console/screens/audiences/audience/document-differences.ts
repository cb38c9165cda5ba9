import type { Page } from "../../../../contract";

export interface Change {
  /** The names on the way to the field. */
  path: readonly string[];
  before: unknown;
  after: unknown;
}

const unseenFields = new Set([
  // They differ from one building of the same page to the next, and nobody sees them.
  ...["createdAt", "updatedAt", "latestActivityAt"],
  // They always change together with ogImageUrl.
  ...["ogImageFileId", "twitterImageUrl", "twitterImageFileId"],
]);

/** Pages that print the day on which they were made. Others print its year alone. */
const datedTypes = new Set<unknown>(["outbound", "call_followup", "custom"] satisfies Page["pageType"][]);

/** What is looked at here of a version's document. */
interface Shown {
  builtOn?: string;
  page?: { pageType?: unknown };
  topics?: { topicId: string; title: string }[];
  topicIds?: string[];
  metadata?: object;
}

/** Fields of two versions' documents whose visitors see something else. */
export function differences(before: object, after: object): Change[] {
  return differencesIn(asPrinted(before), asPrinted(after));
}

/** With as much of the day on which it was made as the page shows, and the order of topics by their titles. */
function asPrinted(document: Shown): object {
  const { builtOn, ...rest } = document;
  const day = datedTypes.has(document.page?.pageType) ? builtOn : builtOn?.slice(0, 4);
  // A page without metadata is compared field by field, too.
  const metadata = { robots: [], ...document.metadata };
  return { ...rest, metadata, builtOn: day, topicIds: orderOf(document) };
}

/** Where two have the same title, their identifiers tell them apart. */
function orderOf({ topics = [], topicIds }: Shown): string[] | undefined {
  const titles = new Map(topics.map(({ topicId, title }) => [topicId, title]));
  const areTold = new Set(titles.values()).size === titles.size;
  return areTold ? topicIds?.map((id) => titles.get(id) || id) : topicIds;
}

/** Leaves whose texts differ. */
function differencesIn(before: unknown, after: unknown, path: readonly string[] = []): Change[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isBranch(before) || !isBranch(after)) return [{ path, before, after }];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]).difference(unseenFields);
  return [...names].flatMap((name) => differencesIn(before[name], after[name], [...path, name]));
}

/** A list of texts, such as keywords, is read as a whole. */
function isBranch(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !isTexts(value);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string");
}

/** What was added or removed as a whole is known by its name. */
export function shown(value: unknown): string {
  if (value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)) return "—";
  if (isTexts(value)) return value.join(", ");
  if (!isBranch(value)) return typeof value === "string" ? value : JSON.stringify(value);
  const { title, name, buttonTitle, label, text, content, image, altText, type, actionType } = value;
  const inner = [content, image].find(isBranch);
  if (inner) return shown(inner);
  const texts = [title, name, buttonTitle, label, text, content, altText, type, actionType];
  const words = texts.find((each) => typeof each === "string" && each !== "");
  return typeof words === "string" ? words : JSON.stringify(value);
}
