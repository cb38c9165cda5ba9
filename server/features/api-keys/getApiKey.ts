import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { findKey, toApiKey } from "./queries";

export const getApiKey: Handler<"getApiKey"> = async (ctx, { params }) => {
  const row = await findKey(ctx, params.key_id);
  if (!row) throw notFound();
  return toApiKey(row);
};
