import { type FormSubmission, toTimestamp } from "../../../contract";
import type { Reading, Writing } from "../../context";
import { columns, integer, optionalText, type RowOf, text, textOf } from "../../storage/columns";
import { addToCounter, readCounter } from "../../storage/counters";
import type { Reader } from "../../storage/port";
import { among, nothing, type Sql, sql, sqlRows, type Value } from "../../storage/sql";

const counter = "form submissions";

const submissionColumns = columns({
  submission_id: text,
  form_id: text,
  action_id: optionalText,
  audience_id: text,
  page_id: text,
  external_id: optionalText,
  person_id: optionalText,
  account_id: optionalText,
  visit_id: optionalText,
  identifier: optionalText,
  identifier_type: textOf<FormSubmission["identifierType"]>(),
  /** A phone number, also beside another identifier. */
  phone: optionalText,
  /** JSON. */
  field_values: text,
  /** JSON. */
  files: text,
  submitted_at: integer,
  /** 1 or 0. */
  is_prefilled: integer,
});
export type SubmissionRow = RowOf<typeof submissionColumns>;

export function toFormSubmission(row: SubmissionRow): FormSubmission {
  return {
    submissionId: row.submission_id,
    formId: row.form_id,
    actionId: row.action_id,
    audienceId: row.audience_id,
    pageId: row.page_id,
    externalId: row.external_id,
    personId: row.person_id,
    accountId: row.account_id,
    analyticsSessionId: row.visit_id,
    identifier: row.identifier,
    identifierType: row.identifier_type,
    values: JSON.parse(row.field_values) as Record<string, string>,
    files: filesOf(row),
    isPrefilled: row.is_prefilled === 1,
    submittedAt: toTimestamp(row.submitted_at),
  };
}

function filesOf({ files }: Pick<SubmissionRow, "files">): FormSubmission["files"] {
  return JSON.parse(files) as FormSubmission["files"];
}

export function findSubmission({ db, tenantId }: Reading, submissionId: string): Promise<SubmissionRow | undefined> {
  return db.first(sql`
    SELECT ${submissionColumns.names} FROM form_submissions WHERE tenant_id = ${tenantId} AND submission_id = ${submissionId}`);
}

/** Whether the person has written in a form on this audience's page before. What a machine may have sent says nothing of them. */
export async function hasSentBefore({ db, tenantId }: Reading, audienceId: string, personId: string): Promise<boolean> {
  const found = await db.first(sql`
    SELECT 1 AS found FROM form_submissions
    WHERE tenant_id = ${tenantId} AND audience_id = ${audienceId} AND person_id = ${personId} AND is_prefilled = 0 LIMIT 1`);
  return found !== undefined;
}

/** `hashes`: of the identifiers of whoever is named in it. */
export async function insertSubmission(ctx: Writing, row: SubmissionRow, hashes: readonly string[]): Promise<void> {
  const { db, tenantId } = ctx;
  await Promise.all([
    db.run(sql`
      INSERT INTO form_submissions (tenant_id, ${submissionColumns.names}) VALUES (${tenantId}, ${submissionColumns.values(row)})`),
    ...sqlRows(hashes.map((hash) => [tenantId, hash, row.submission_id])).map((some) =>
      db.run(sql`
        INSERT INTO submission_identifiers (tenant_id, identifier_hash, submission_id) VALUES ${some}
        ON CONFLICT (tenant_id, identifier_hash, submission_id) DO NOTHING`),
    ),
    addToCounter(db, ctx.dialect, tenantId, counter, 1),
  ]);
}

/** The assets of what visitors sent. */
export async function assetsOfSubmissions({ db, tenantId }: Writing, submissionIds: readonly string[]): Promise<string[]> {
  if (submissionIds.length === 0) return [];
  const rows = await db.all<Pick<SubmissionRow, "files">>(sql`
    SELECT files FROM form_submissions
    WHERE tenant_id = ${tenantId} AND submission_id ${among(submissionIds)} AND files <> '[]'`);
  return rows.flatMap((row) => filesOf(row).map(({ assetId }) => assetId));
}

/** Returns how many there were, and how many of their identifiers. */
export async function deleteSubmissions(
  ctx: Writing,
  submissionIds: readonly string[],
): Promise<{ submissions: number; identifiers: number }> {
  const { db, tenantId } = ctx;
  const some = among(submissionIds);
  const [submissions, identifiers] = await Promise.all([
    db.run(sql`DELETE FROM form_submissions WHERE tenant_id = ${tenantId} AND submission_id ${some}`),
    db.run(sql`DELETE FROM submission_identifiers WHERE tenant_id = ${tenantId} AND submission_id ${some}`),
  ]);
  if (submissions > 0) await addToCounter(db, ctx.dialect, tenantId, counter, -submissions);
  return { submissions, identifiers };
}

export function submissionCount(db: Reader, tenantId: string): Promise<number> {
  return readCounter(db, tenantId, counter);
}

export interface SubmissionFilter {
  pageId?: string | undefined;
  audienceId?: string | undefined;
  formId?: string | undefined;
  personId?: string | undefined;
  accountId?: string | undefined;
  /** Unix milliseconds, from `from` up to, not including, `to`. */
  from?: number | undefined;
  to?: number | undefined;
}

export function submissionFilter(tenantId: string, wanted: SubmissionFilter): Sql {
  const { pageId, audienceId, formId, personId, accountId, from, to } = wanted;
  return sql`tenant_id = ${tenantId}
    ${pageId === undefined ? nothing : sql`AND page_id = ${pageId}`}
    ${audienceId === undefined ? nothing : sql`AND audience_id = ${audienceId}`}
    ${formId === undefined ? nothing : sql`AND form_id = ${formId}`}
    ${personId === undefined ? nothing : sql`AND person_id = ${personId}`}
    ${accountId === undefined ? nothing : sql`AND account_id = ${accountId}`}
    ${from === undefined ? nothing : sql`AND submitted_at >= ${from}`}
    ${to === undefined ? nothing : sql`AND submitted_at < ${to}`}`;
}

const longBytes = submissionColumns.bytes("field_values", "files");

/** Which ones are next, and how large they are. */
export function newestSubmissions(
  db: Reader,
  filter: Sql,
  position: Value[] | undefined,
  limit: number,
): Promise<(Pick<SubmissionRow, "submission_id" | "submitted_at"> & { bytes: number })[]> {
  const [submittedAt, last] = (position ?? []) as [number, string];
  const before = position === undefined ? nothing : sql`AND (submitted_at, submission_id) < (${submittedAt}, ${last})`;
  return db.all(sql`
    SELECT submission_id, submitted_at, ${longBytes} FROM form_submissions WHERE ${filter} ${before}
    ORDER BY submitted_at DESC, submission_id DESC LIMIT ${limit}`);
}

export function submissionsById(
  { db, tenantId }: Reading,
  submissions: readonly Pick<SubmissionRow, "submission_id">[],
): Promise<SubmissionRow[]> {
  const ids = submissions.map(({ submission_id }) => submission_id);
  return db.all(sql`
    SELECT ${submissionColumns.names} FROM form_submissions WHERE tenant_id = ${tenantId} AND submission_id ${among(ids)}
    ORDER BY submitted_at DESC, submission_id DESC`);
}
