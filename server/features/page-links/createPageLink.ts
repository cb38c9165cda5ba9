import type { Handler } from "../../context";
import { addLinkAt } from "./add-link";
import { checkLink } from "./check-link";
import { addToLinkCount, toPageLink } from "./queries";

export const createPageLink: Handler<"createPageLink"> = async (ctx, { body }) => {
  const path = await checkLink(ctx, body);
  const row = await addLinkAt(ctx, { path, ...body.target, tenantDomainId: body.tenantDomainId ?? null });
  await addToLinkCount(ctx, 1);
  return toPageLink(row);
};
