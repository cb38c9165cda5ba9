import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { findForm, toForm } from "./queries";

export const getForm: Handler<"getForm"> = async (ctx, { params }) => {
  const row = await findForm(ctx.db, ctx.tenantId, params.form_id);
  if (!row) throw notFound();
  return toForm(row);
};
