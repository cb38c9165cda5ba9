import type { Metadata, Topic } from "../../../contract";
import { memoize } from "../../caching/memoize";
import type { PageDocument } from "../page-document";
import { clearLanguage, type Evidence, evidenceIn } from "./evidence";

/** The tag that the page names, else the language of its texts if that is clear, else the tenant's default. */
export function languageOf({ page, topics, metadata, defaultLanguage = "en" }: PageDocument): string {
  if (page.language) return page.language;
  const evidence = [topicsEvidence(topics), evidenceIn([page.title]), metadata ? metadataEvidence(metadata) : noEvidence];
  return clearLanguage(...evidence) ?? defaultLanguage;
}

const noEvidence: Evidence = {};

const metadataEvidence = memoize(({ title = "", description = "" }: Metadata): Evidence => evidenceIn([title, description]));

const topicsEvidence = memoize(
  (topics: readonly Topic[]): Evidence =>
    evidenceIn(topics.flatMap((topic) => [topic.title, ...topic.entries.map(({ content }) => content.content)])),
);
