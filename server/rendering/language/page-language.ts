import type { Metadata, Topic } from "../../../contract";
import { memoize } from "../../caching/memoize";
import type { PageDocument } from "../page-document";
import { type Evidence, evidenceIn, likeliestLanguage } from "./evidence";
import type { Language } from "./phrases";

/** No field names the language of a page, so it is detected from the texts. */
export function languageOf({ page, topics, metadata }: PageDocument): Language {
  return likeliestLanguage(topicsEvidence(topics), evidenceIn([page.title]), metadata ? metadataEvidence(metadata) : noEvidence);
}

const noEvidence: Evidence = {};

const metadataEvidence = memoize(({ title = "", description = "" }: Metadata): Evidence => evidenceIn([title, description]));

const topicsEvidence = memoize(
  (topics: readonly Topic[]): Evidence =>
    evidenceIn(topics.flatMap((topic) => [topic.title, ...topic.entries.map(({ content }) => content.content)])),
);
