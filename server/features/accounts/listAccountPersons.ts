import type { Handler } from "../../context";
import { capped, readPage } from "../../records/paging";
import { notFound } from "../../records/problem";
import { filteredPersons } from "../persons";
import { findAccount } from "./queries";

export const listAccountPersons: Handler<"listAccountPersons"> = async (ctx, { params, query }) => {
  const account = await findAccount(ctx.db, ctx.tenantId, params.account_id);
  if (!account) throw notFound();
  const found = await filteredPersons(ctx, { domain: account.domain });
  const [page, count] = await Promise.all([
    readPage({
      ctx,
      id: "listAccountPersons",
      filters: [account.account_id],
      query,
      read: found.read,
      position: ({ personId }) => [personId],
      items: (persons) => persons,
    }),
    found.count(),
  ]);
  return { ...page, totalCount: capped(count) };
};
