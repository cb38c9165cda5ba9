import type { Handler } from "../../context";
import { listedAudiences } from "./reading/listed-audiences";

export const listTenantAudiences: Handler<"listTenantAudiences"> = (ctx, { query }) => {
  const filters = [query.pageId, query.personId, query.accountId, query.query];
  return listedAudiences({ ctx, id: "listTenantAudiences", filters, query }, query);
};
