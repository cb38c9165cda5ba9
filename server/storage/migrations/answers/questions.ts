import type { Dialect } from "../../dialects";
import { many, ofATenant } from "../sizes";

/** What visitors asked and were answered. Topics count their changes, so that an index of them is known to be out of date. */
export function questions({ text, integer, tableOptions, planFor, usePlans }: Dialect): string[] {
  return [
    `ALTER TABLE topics ADD COLUMN revision ${integer} NOT NULL DEFAULT 0`,
    `CREATE TABLE questions (
      tenant_id ${text} NOT NULL,
      question_id ${text} NOT NULL,
      page_id ${text} NOT NULL,
      audience_id ${text} NOT NULL,
      external_id ${text},
      person_id ${text},
      account_id ${text},
      text ${text} NOT NULL,
      status ${text} NOT NULL,
      answer ${text},
      chunk_ids ${text} NOT NULL,
      score ${integer} NOT NULL,
      topic_entry_id ${text},
      asked_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, question_id)
    ) ${tableOptions}`,
    "CREATE INDEX questions_status ON questions (tenant_id, status, question_id)",
    "CREATE INDEX questions_page ON questions (tenant_id, page_id, question_id)",
    "CREATE INDEX questions_page_status ON questions (tenant_id, page_id, status, question_id)",
    "CREATE INDEX questions_audience ON questions (tenant_id, audience_id, question_id)",
    "CREATE INDEX questions_account ON questions (tenant_id, account_id, question_id)",
    // For the account's timeline.
    "CREATE INDEX questions_account_time ON questions (tenant_id, account_id, asked_at, question_id) WHERE account_id IS NOT NULL",
    ...planFor("questions", "questions", [many, ofATenant, 1]),
    ...planFor("questions", "questions_status", [many, ofATenant, ofATenant / 4, 1]),
    ...planFor("questions", "questions_page", [many, ofATenant, 1_000, 1]),
    ...planFor("questions", "questions_page_status", [many, ofATenant, 1_000, 250, 1]),
    ...planFor("questions", "questions_audience", [many, ofATenant, 10, 1]),
    ...planFor("questions", "questions_account", [many, ofATenant, 100, 1]),
    ...planFor("questions", "questions_account_time", [many, ofATenant, 100, 1, 1]),
    ...usePlans,
  ];
}
