import type { Handler } from "../../context";
import { forgetPerson } from "../../events/forget";
import { recordEvent } from "../../events/record";
import { notFound } from "../../problem";
import { countPersons, deletePersonRow } from "./queries";

/** Erases: the row, what events said of it, and the stored answers that show it. */
export const deletePerson: Handler<"deletePerson"> = async (ctx, { params }) => {
  const personId = params.person_id;
  if (!(await deletePersonRow(ctx, personId))) throw notFound();
  await Promise.all([
    forgetPerson(ctx, personId),
    countPersons(ctx, -1),
    recordEvent(ctx, "person.deleted", personId, { personId }),
  ]);
  return { personId, deleted: true };
};
