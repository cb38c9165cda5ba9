import type { Handler } from "../../context";
import { forgetAnswersWith, forgetLettersWith, forgetRecords } from "../../events/forget";
import { recordEvent } from "../../events/record";
import { notFound } from "../../records/problem";
import { forgetInAudiences } from "../audiences";
import { forgetInLinks } from "../page-links";
import { forgetInVersions } from "../publishing";
import { forgetInAddresses, forgetVisitor } from "../sessions";
import { countPersons, deletePersonRow, findPersonToChange } from "./queries";

/** Erases the person everywhere: row, built versions, names in addresses, visits, events and stored answers. */
export const deletePerson: Handler<"deletePerson"> = async (ctx, { params }) => {
  const personId = params.person_id;
  const row = await findPersonToChange(ctx, personId);
  if (!row) throw notFound();
  await forgetVisitor(ctx, row);
  const identifiers = [row.email, row.phone_number, row.linkedin_profile_url];
  await forgetLettersWith(
    ctx,
    identifiers.filter((identifier) => identifier !== null),
  );
  await deletePersonRow(ctx, personId);
  const audiences = await forgetInAudiences(ctx, personId);
  await forgetInVersions(ctx, personId, audiences);
  const links = await forgetInLinks(ctx, row, audiences);
  const visited = links.map(({ audience_id }) => audience_id);
  await Promise.all([
    forgetInAddresses(ctx, row.slug, [...new Set(visited)]),
    forgetRecords(ctx, [personId]),
    forgetAnswersWith(ctx, personId),
    countPersons(ctx, -1),
    recordEvent(ctx, "person.deleted", personId, { personId }),
  ]);
  return { personId, deleted: true };
};
