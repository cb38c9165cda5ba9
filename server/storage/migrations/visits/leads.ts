import type { Dialect } from "../../dialects";
import { many, ofATenant } from "../sizes";

/** What visitors sent with forms, and the settings of tenants. */
export function leads({ text, integer, tableOptions, planFor, usePlans }: Dialect): string[] {
  const listedBy = { page: 10_000, audience: 10, form: 10_000, person: 10, account: 50 };
  return [
    `CREATE TABLE form_submissions (
      tenant_id ${text} NOT NULL,
      submission_id ${text} NOT NULL,
      form_id ${text} NOT NULL,
      action_id ${text},
      audience_id ${text} NOT NULL,
      page_id ${text} NOT NULL,
      external_id ${text},
      person_id ${text},
      account_id ${text},
      visit_id ${text},
      identifier ${text},
      identifier_type ${text},
      field_values ${text} NOT NULL,
      submitted_at ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, submission_id)
    ) ${tableOptions}`,
    "CREATE INDEX form_submissions_time ON form_submissions (tenant_id, submitted_at, submission_id)",
    ...Object.keys(listedBy).map(
      (owner) =>
        `CREATE INDEX form_submissions_${owner} ON form_submissions (tenant_id, ${owner}_id, submitted_at, submission_id)`,
    ),
    "CREATE INDEX form_submissions_visit ON form_submissions (tenant_id, visit_id) WHERE visit_id IS NOT NULL",
    // By hash, in one normalised spelling: who is named in a submission.
    `CREATE TABLE submission_identifiers (
      tenant_id ${text} NOT NULL,
      identifier_hash ${text} NOT NULL,
      submission_id ${text} NOT NULL,
      PRIMARY KEY (tenant_id, identifier_hash, submission_id)
    ) ${tableOptions}`,
    "CREATE INDEX submission_identifiers_submission ON submission_identifiers (tenant_id, submission_id)",
    // What was sent already: a reload or a double click sends the same again.
    `CREATE TABLE used_tokens (
      tenant_id ${text} NOT NULL,
      token_hash ${text} NOT NULL,
      content_hash ${text} NOT NULL,
      used_at ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, token_hash)
    ) ${tableOptions}`,
    "CREATE INDEX used_tokens_age ON used_tokens (tenant_id, used_at)",
    // One JSON object, so that a new setting needs no migration.
    `CREATE TABLE tenant_settings (
      tenant_id ${text} NOT NULL,
      setting_values ${text} NOT NULL,
      updated_at ${integer} NOT NULL,
      PRIMARY KEY (tenant_id)
    ) ${tableOptions}`,
    // Forms find persons by these.
    "CREATE INDEX persons_phone ON persons (tenant_id, phone_number, person_id) WHERE phone_number IS NOT NULL",
    // Its beginning: the whole may be longer than an index takes.
    `CREATE INDEX persons_profile ON persons (tenant_id, substr(linkedin_profile_url, 1, 200), person_id)
      WHERE linkedin_profile_url IS NOT NULL`,
    ...planFor("form_submissions", "form_submissions", [many, ofATenant, 1]),
    ...planFor("form_submissions", "form_submissions_time", [many, ofATenant, 2, 1]),
    ...Object.entries(listedBy).flatMap(([owner, rows]) =>
      planFor("form_submissions", `form_submissions_${owner}`, [many, ofATenant, rows, 1, 1]),
    ),
    ...planFor("form_submissions", "form_submissions_visit", [many, ofATenant, 1]),
    ...planFor("submission_identifiers", "submission_identifiers", [many, ofATenant, 2, 1]),
    ...planFor("submission_identifiers", "submission_identifiers_submission", [many, ofATenant, 2]),
    ...planFor("used_tokens", "used_tokens", [many, ofATenant, 1]),
    ...planFor("used_tokens", "used_tokens_age", [many, ofATenant, 2, 1]),
    ...planFor("tenant_settings", "tenant_settings", [1_000, 1]),
    ...planFor("persons", "persons_phone", [many, ofATenant, 1, 1]),
    ...planFor("persons", "persons_profile", [many, ofATenant, 1, 1]),
    ...usePlans,
  ];
}
