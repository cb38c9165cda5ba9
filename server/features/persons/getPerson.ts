import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { findPerson } from "./queries";

export const getPerson: Handler<"getPerson"> = async (ctx, { params }) => {
  const person = await findPerson(ctx.db, ctx.tenantId, params.person_id);
  if (!person) throw notFound();
  return person;
};
