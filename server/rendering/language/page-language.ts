import type { Metadata, Topic } from "../../../contract";
import { spokenLanguages } from "../../../contract/pages/language";
import { memoize } from "../../caching/memoize";
import type { PageDocument } from "../page-document";
import { clearLanguage, type Evidence, evidenceIn } from "./evidence";

/**
 * The tag that the page names, else the language of its texts if that is clear, else the tenant's default. A default that is
 * none of Foyer's own languages is not guessed against: it may be what a text looks least unlike.
 */
export function languageOf({ page, topics, metadata, defaultLanguage = "en" }: PageDocument): string {
  if (page.language) return formattable(page.language);
  if (!isSpoken(defaultLanguage)) return formattable(defaultLanguage);
  const evidence = [topicsEvidence(topics), evidenceIn([page.title]), metadata ? metadataEvidence(metadata) : noEvidence];
  return clearLanguage(...evidence) ?? formattable(defaultLanguage);
}

/** Dates and sizes can't be written for a tag such as `en-12`, which looks like one and is none: its language alone is left. */
function formattable(tag: string): string {
  try {
    return new Intl.Locale(tag) && tag;
  } catch {
    return tag.split("-")[0] as string;
  }
}

function isSpoken(tag: string): boolean {
  return spokenLanguages.some((language) => language === tag.split("-")[0]);
}

const noEvidence: Evidence = {};

const metadataEvidence = memoize(({ title = "", description = "" }: Metadata): Evidence => evidenceIn([title, description]));

const topicsEvidence = memoize(
  (topics: readonly Topic[]): Evidence =>
    evidenceIn(topics.flatMap((topic) => [topic.title, ...topic.entries.map(({ content }) => content.content)])),
);
