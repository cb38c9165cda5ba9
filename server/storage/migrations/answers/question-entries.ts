import type { Dialect } from "../../dialects";
import { many, ofATenant } from "../sizes";

/** Questions are found by the entry that answers them: when it is deleted, they are unanswered again. */
export function questionEntries({ planFor, usePlans }: Dialect): string[] {
  return [
    "CREATE INDEX questions_entry ON questions (tenant_id, topic_entry_id, question_id) WHERE topic_entry_id IS NOT NULL",
    ...planFor("questions", "questions_entry", [many / 10, ofATenant / 10, 10, 1]),
    ...usePlans,
  ];
}
