import type { Topic } from "../../../../contract";

/** The topics' identifiers, those that fit the contexts best first. */
export function ranked(topics: readonly Topic[], _pageContext: string, _supplementaryContext: string | null): string[] {
  return topics.map(({ topicId }) => topicId);
}
