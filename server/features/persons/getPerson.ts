import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { findPerson, toPerson } from "./queries";

export const getPerson: Handler<"getPerson"> = async (ctx, { params }) => {
  const row = await findPerson(ctx.db, ctx.tenantId, params.person_id);
  if (!row) throw notFound();
  return toPerson(row);
};
