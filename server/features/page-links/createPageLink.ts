import type { Handler } from "../../context";
import { addLinkAt } from "./add-link";
import { checkLink } from "./check-link";
import { toPageLink } from "./queries";

export const createPageLink: Handler<"createPageLink"> = async (ctx, { body }) => {
  const path = await checkLink(ctx, body);
  return toPageLink(await addLinkAt(ctx, { path, ...body.target, tenantDomainId: body.tenantDomainId ?? null }));
};
