import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { listedPersons } from "../persons";
import { findAccount } from "./queries";

export const listAccountPersons: Handler<"listAccountPersons"> = async (ctx, { params, query }) => {
  const account = await findAccount(ctx.db, ctx.tenantId, params.account_id);
  if (!account) throw notFound();
  const list = { ctx, id: "listAccountPersons", filters: [account.account_id], query } as const;
  return listedPersons(list, { domain: account.domain });
};
