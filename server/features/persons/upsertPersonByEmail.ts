import { Existing, type Handler } from "../../context";
import { addPerson } from "./add-person";
import { findPersonToChangeByEmail, lockEmail } from "./queries";
import { changePerson } from "./updatePerson";

export const upsertPersonByEmail: Handler<"upsertPersonByEmail"> = async (ctx, { params, body }) => {
  // E-mail addresses are not unique, so only the lock keeps two callers from creating a person each.
  await lockEmail(ctx, params.email);
  const row = await findPersonToChangeByEmail(ctx, params.email);
  if (row) return new Existing(await changePerson(ctx, row, body));
  return addPerson(ctx, { ...body, email: params.email });
};
