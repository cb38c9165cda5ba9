import type { Dialect } from "../../dialects";
import { many, ofATenant } from "../sizes";

/** Vectors of passages; and of each topic, which revision has them and how often they were changed. */
export function passageVectors({ text, integer, tableOptions, planFor, usePlans }: Dialect): string[] {
  return [
    `CREATE TABLE topic_vectors (
      tenant_id ${text} NOT NULL,
      topic_id ${text} NOT NULL,
      revision ${integer} NOT NULL,
      model ${text} NOT NULL,
      changes ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, topic_id)
    ) ${tableOptions}`,
    `CREATE TABLE passage_vectors (
      tenant_id ${text} NOT NULL,
      topic_id ${text} NOT NULL,
      chunk_id ${text} NOT NULL,
      text_hash ${text} NOT NULL,
      vector ${text} NOT NULL,
      PRIMARY KEY (tenant_id, topic_id, chunk_id)
    ) ${tableOptions}`,
    ...planFor("topic_vectors", "topic_vectors", [many, ofATenant, 1]),
    ...planFor("passage_vectors", "passage_vectors", [many, ofATenant, 100, 1]),
    ...usePlans,
  ];
}
