import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { findAudience } from "./reading/whole-audiences";

export const getAudience: Handler<"getAudience"> = async (ctx, { params }) => {
  const audience = await findAudience(ctx, params.page_id, params.audience_id);
  if (!audience) throw notFound();
  return audience;
};
