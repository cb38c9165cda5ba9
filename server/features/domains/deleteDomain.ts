import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { notFound, Problem } from "../../records/problem";
import { deleteDomainRow, findDomainToChange, hasLinks } from "./queries";

export const deleteDomain: Handler<"deleteDomain"> = async (ctx, { params }) => {
  const domainId = params.domain_id;
  const row = await findDomainToChange(ctx, domainId);
  if (!row) throw notFound();
  if (await hasLinks(ctx.db, ctx.tenantId, domainId)) throw new Problem("domain_in_use");
  await Promise.all([
    deleteDomainRow(ctx, domainId),
    recordEvent(ctx, "domain.deleted", domainId, { domainId, domain: row.domain }),
  ]);
  return { domainId, deleted: true };
};
