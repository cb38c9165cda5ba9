import type { Handler } from "../../context";
import { countCapped } from "../../records/counting";
import { readPage } from "../../records/paging";
import { sql } from "../../storage/sql";
import { formsById, newestForms, toForm } from "./queries";

export const listForms: Handler<"listForms"> = async (ctx, { query }) => {
  const [page, totalCount] = await Promise.all([
    readPage({
      ctx,
      id: "listForms",
      query,
      read: (position, limit) => newestForms(ctx.db, ctx.tenantId, position, limit),
      position: (row) => [row.form_id],
      bytesOf: ({ bytes }) => bytes,
      async items(forms) {
        const ids = forms.map(({ form_id }) => form_id);
        const found = await formsById(ctx.db, ctx.tenantId, ids);
        return ids.flatMap((id) => found.get(id) ?? []).map(toForm);
      },
    }),
    countCapped(ctx.db, sql`SELECT 1 FROM forms WHERE tenant_id = ${ctx.tenantId}`),
  ]);
  return { ...page, totalCount };
};
