import type { Dialect } from "../../dialects";

/** How large a topic is, kept with it: whoever is about to read many topics knows beforehand whether they are too much. */
export function topicSizes({ integer }: Dialect): string[] {
  return [
    `ALTER TABLE topics ADD COLUMN bytes ${integer} NOT NULL DEFAULT 0`,
    `UPDATE topics SET bytes = octet_length(title) + coalesce(octet_length(purpose), 0) + coalesce((
      SELECT sum(octet_length(entry.content)) FROM topic_entries AS entry
      WHERE entry.tenant_id = topics.tenant_id AND entry.topic_id = topics.topic_id), 0)`,
  ];
}
