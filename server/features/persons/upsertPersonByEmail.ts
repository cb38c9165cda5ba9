import { Existing, type Handler } from "../../context";
import { addPerson } from "./createPerson";
import { findPersonToChangeByEmail } from "./queries";
import { changePerson } from "./updatePerson";

export const upsertPersonByEmail: Handler<"upsertPersonByEmail"> = async (ctx, { params, body }) => {
  // E-mail addresses are not unique, so nothing else keeps two callers from creating one each.
  await ctx.db.lock(`person-email ${ctx.tenantId} ${params.email.toLowerCase()}`);
  const row = await findPersonToChangeByEmail(ctx, params.email);
  if (row) return new Existing(await changePerson(ctx, row, body));
  return addPerson(ctx, { ...body, email: params.email });
};
