import type { Metadata, Topic } from "../../../contract";
import { memoize } from "../../caching/memoize";
import type { PageDocument } from "../page-document";
import { type Evidence, evidenceIn, languageBy } from "./evidence";
import type { Language } from "./phrases";

/** No field says which one it is: the page's own texts do. */
export function languageOf({ page, topics, metadata }: PageDocument): Language {
  return languageBy(ofTopics(topics), evidenceIn([page.title]), metadata ? ofMetadata(metadata) : nothing);
}

const nothing: Evidence = {};

const ofMetadata = memoize(({ title = "", description = "" }: Metadata): Evidence => evidenceIn([title, description]));

const ofTopics = memoize(
  (topics: readonly Topic[]): Evidence =>
    evidenceIn([...topics.flatMap((topic) => [topic.title, ...topic.entries.map(({ content }) => content.content)])]),
);
