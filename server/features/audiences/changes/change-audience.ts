import type { Audience, Message, OverrideChanges } from "../../../../contract";
import type { Writing } from "../../../context";
import { recordEvent } from "../../../events/record";
import { isEdited } from "../../../records/edited-at";
import { Problem } from "../../../records/problem";
import { accountsOf } from "../../accounts";
import { numberAudiences } from "../../pages";
import { personsById } from "../../persons";
import { addMessage } from "../history/add-message";
import { type AudienceRow, addFormerPerson, updateAudienceRow } from "../queries";
import { wholeAudience } from "../reading/whole-audiences";
import { indexAudiences } from "./index-audiences";
import { overrideColumns, toOverrides } from "./overrides";
import { unknownReference } from "./references";

export type Changes = OverrideChanges & {
  personId?: string | null | undefined;
  accountId?: string | null | undefined;
  isNewPageAgent?: boolean | undefined;
};

/** The entry in the history. Without a text, it lists the changed fields. */
interface ChangeMessage {
  role: Message["role"];
  text?: string;
}

/** Before the audience is: whoever renames a person locks its audiences afterwards, and a fixed order avoids deadlocks. */
export async function lockNewPerson(ctx: Writing, { personId }: Pick<Changes, "personId">): Promise<void> {
  if (personId != null) await personsById(ctx.db, ctx.tenantId, [personId], ctx.dialect.forShare);
}

/** For an upsert, which a sync repeats: one that changes nothing adds no message. */
export async function matchAudience(ctx: Writing, row: AudienceRow, changes: Changes): Promise<Audience> {
  if (!isEdited(row, withChanges(row, changes))) return wholeAudience(ctx, row.audience_id);
  return (await changeAudience(ctx, row, changes, { role: "user" })).audience;
}

/** A field left out stays, null clears it. Every change adds a message with a snapshot, so that it can be undone. */
export async function changeAudience(
  ctx: Writing,
  row: AudienceRow,
  changes: Changes,
  { role, text }: ChangeMessage,
): Promise<{ audience: Audience; message: Message }> {
  await checkReferences(ctx, changes);
  const { personId, accountId, isNewPageAgent, ...overrides } = changes;
  const wanted = withChanges(row, changes);
  const changed: AudienceRow = {
    ...wanted,
    number: row.number ?? (wanted.person_id === null ? await numberAudiences(ctx, row.page_id, 1) : null),
    messages_made: row.messages_made + 1,
  };
  const [message] = await Promise.all([
    addMessage(ctx, changed.audience_id, {
      role,
      text: text ?? described(changes),
      changes: overrides,
      snapshot: toOverrides(changed),
    }),
    updateAudienceRow(ctx, changed),
    row.person_id === null || row.person_id === changed.person_id
      ? undefined
      : addFormerPerson(ctx, row.person_id, row.audience_id),
  ]);
  const [audience] = await Promise.all([wholeAudience(ctx, row.audience_id), indexAudiences(ctx, [row.audience_id])]);
  await recordEvent(ctx, "audience.updated", row.audience_id, audience);
  return { audience, message };
}

function withChanges(row: AudienceRow, changes: Changes): AudienceRow {
  const { personId = row.person_id, accountId = row.account_id, isNewPageAgent } = changes;
  return {
    ...row,
    person_id: personId,
    account_id: accountId,
    ...overrideColumns(changes, row),
    is_new_page_agent: isNewPageAgent === undefined ? row.is_new_page_agent : Number(isNewPageAgent),
  };
}

async function checkReferences(ctx: Writing, { personId, accountId }: Changes): Promise<void> {
  const persons = personId == null ? [] : await personsById(ctx.db, ctx.tenantId, [personId], ctx.dialect.forShare);
  const accountIds = accountId == null ? [] : [accountId];
  const accountOf = await accountsOf(ctx.db, ctx.tenantId, { accountIds, domains: [] });
  const errors = [
    ...(personId == null || persons.length === 1 ? [] : [unknownReference("body.personId", "person")]),
    ...(accountId == null || accountOf(accountId, null) ? [] : [unknownReference("body.accountId", "account")]),
  ];
  if (errors.length > 0) throw new Problem("validation_failed", { errors });
}

function described(changes: Changes): string {
  const names = Object.entries(changes).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  return names.length === 0 ? "Changed nothing" : `Changed ${names.join(", ")}`;
}
