import type { Input, Operations, Person } from "../../../contract";
import { guarded, type Handler, type WriteContext } from "../../context";
import { keepFormerIdentifiers } from "../../erasure/former-identifiers";
import { recordEvent } from "../../events/record";
import { isEdited } from "../../records/edited-at";
import { notFound } from "../../records/problem";
import { ensureAccount } from "../accounts";
import { indexAudiencesOf } from "../audiences";
import { businessDomain } from "./free-mail";
import { findPersonToChange, type PersonRow, toPerson, updatePersonRow } from "./queries";

export const updatePerson: Handler<"updatePerson"> = guarded(
  (ctx, { params }) => findPersonToChange(ctx, params.person_id),
  async (ctx, { params, body }) => {
    const row = await findPersonToChange(ctx, params.person_id);
    if (!row) throw notFound();
    return changePerson(ctx, row, body);
  },
);

type PersonChanges = Input<Operations["updatePerson"]>["body"];

/** A field left out stays, null clears it. */
export async function changePerson(ctx: WriteContext, row: PersonRow, changes: PersonChanges): Promise<Person> {
  const { person, isRenamed } = await editPerson(ctx, row, changes);
  if (isRenamed) await indexAudiencesOf(ctx, [{ personId: row.person_id }]);
  return person;
}

/** The audiences of one who was renamed are still to be indexed. A new business e-mail address gives a domain to who has none. */
export async function editPerson(
  ctx: WriteContext,
  row: PersonRow,
  changes: PersonChanges,
): Promise<{ person: Person; isRenamed: boolean }> {
  const kept = <T>(change: T | undefined, before: T): T => (change === undefined ? before : change);
  const changed: PersonRow = {
    ...row,
    name: kept(changes.name, row.name),
    email: kept(changes.email, row.email),
    domain: kept(changes.domain, row.domain ?? (changes.email ? businessDomain(changes.email) : null)),
    phone_number: kept(changes.phoneNumber, row.phone_number),
    linkedin_profile_url: kept(changes.linkedinProfileUrl, row.linkedin_profile_url),
    updated_at: ctx.now,
  };
  if (!isEdited(row, changed)) return { person: toPerson(row), isRenamed: false };
  const person = toPerson(changed);
  await Promise.all([
    updatePersonRow(ctx, changed),
    keepFormerIdentifiers(ctx, row.person_id, row, changed),
    changed.domain === null || changed.domain === row.domain ? undefined : ensureAccount(ctx, changed.domain),
    recordEvent(ctx, "person.updated", row.person_id, person),
  ]);
  return { person, isRenamed: changed.name !== row.name || changed.domain !== row.domain };
}
