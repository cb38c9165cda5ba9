import type { FormField } from "../../../contract";
import type { Writing } from "../../context";
import { hashOfPerson, identifiersIn } from "../../erasure/identifiers";
import { recordVisitorEvent, unlessErased } from "../../erasure/record-visitor-event";
import { linksOfForm } from "../../erasure/unnamed-forms";
import type { Database } from "../../storage/port";
import { visitDeclared } from "../../visits/declared";
import type { Visit } from "../../visits/visit-events";
import { addAccountLog, newAccountLog } from "../accounts";
import { addVisitorAssets, type VisitorFile } from "../assets";
import { type DeclaredIdentity, declaredIdentity } from "./declared-identity";
import { insertSubmission, type SubmissionRow, toFormSubmission } from "./queries";
import { findSender, isNewVisitor, type MadeFor } from "./sender";
import { type TokenUse, useToken } from "./used-tokens";

/** A form as a visitor sent it from the page of an audience. */
interface NewSubmission {
  formId: string;
  actionId: string | null;
  from: MadeFor & { pageId: string; externalId: string | null };
  values: Readonly<Record<string, string>>;
  /** Nothing in it was written by whoever sent it: the page had filled it in. */
  isPrefilled: boolean;
  /** Of the form, as far as they are known. */
  fields: readonly FormField[];
  files: readonly VisitorFile[];
  visit: Visit | null;
  use: TokenUse;
}

/** `again`: it was recorded before. `taken`: its token was used for another. `refused`: its sender is just being erased. */
type RecordOutcome = "recorded" | "again" | "taken" | "refused";

/** One transaction: the submission, its person and account, the account's log, the visit, and the events. */
export async function recordSubmission(
  db: Database,
  making: Omit<Writing, "db" | "dialect">,
  sent: NewSubmission,
): Promise<RecordOutcome> {
  const identity = declaredIdentity(sent.values, sent.fields);
  const named = identifiersIn(Object.values(sent.values));
  const { personId } = sent.from;
  const hashes = (personId === null ? named : [...named, hashOfPerson(personId)]).sort();
  const recorded = await unlessErased(db, making, hashes, async (ctx): Promise<RecordOutcome> => {
    const use = await useToken(ctx, sent.use);
    if (use !== "first") return use;
    await record(ctx, sent, identity, named);
    return "recorded";
  });
  return recorded ?? "refused";
}

async function record(
  ctx: Writing,
  sent: NewSubmission,
  identity: DeclaredIdentity | undefined,
  named: readonly string[],
): Promise<void> {
  const { from, formId, visit, isPrefilled } = sent;
  const { audienceId, pageId } = from;
  const sender = await findSender(ctx, from, identity, { isPrefilled });
  // Whoever wrote nothing has not said who they are.
  const isNew = !isPrefilled && (await isNewVisitor(ctx, from, sender, identity));
  const submissionId = ctx.newId("submission");
  const visitId = await visitDeclared(ctx, { visit, kind: "form", at: ctx.now, id: submissionId, isPrefilled });
  const identifier = identity?.identifier ?? null;
  const links = linksOfForm({ identifier, analyticsSessionId: visitId });
  const ofSender = [...named, ...(sender.personId === null ? [] : [hashOfPerson(sender.personId)]), ...links];
  const row: SubmissionRow = {
    submission_id: submissionId,
    form_id: formId,
    action_id: sent.actionId,
    audience_id: audienceId,
    page_id: pageId,
    external_id: from.externalId,
    person_id: sender.personId,
    account_id: sender.accountId,
    visit_id: visitId,
    identifier,
    identifier_type: identity?.identifierType ?? null,
    phone: identity?.phone ?? null,
    field_values: JSON.stringify(sent.values),
    files: JSON.stringify(await addVisitorAssets(ctx, sent.files, ofSender)),
    submitted_at: ctx.now,
    is_prefilled: isPrefilled ? 1 : 0,
  };
  await Promise.all([
    insertSubmission(ctx, row, ofSender),
    recordVisitorEvent(ctx, "form.submitted", audienceId, toFormSubmission(row), ofSender),
  ]);
  if (sender.accountId !== null) {
    // Identifiers alone: an account's log outlives the persons who are erased.
    const payload = { submissionId, formId, pageId, audienceId };
    const log = { source: "foyer", type: "form-submission", payload, idempotencyKey: submissionId };
    // A machine may have clicked: its visit is an activity if it is a person's.
    await addAccountLog(ctx, newAccountLog(ctx, sender.accountId, log), { isActivity: !isPrefilled });
  }
  const accountId = from.accountId ?? sender.accountId;
  if (isNew && identity && accountId !== null && sender.personId !== null && from.personId !== null) {
    const { identifier, identifierType } = identity;
    const people = { personId: sender.personId, madeForPersonId: from.personId };
    const data = { accountId, audienceId, pageId, ...people, submissionId, identifier, identifierType };
    await recordVisitorEvent(ctx, "account.new_visitor", accountId, data, [...ofSender, hashOfPerson(from.personId)]);
  }
}
