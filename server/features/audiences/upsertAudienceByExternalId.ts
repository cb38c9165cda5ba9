import type { Audience } from "../../../contract";
import { Existing, type Handler } from "../../context";
import { notFound, Problem } from "../../records/problem";
import { findPageToShare } from "../pages";
import { addAudiences } from "./changes/add-audiences";
import { changeAudience } from "./changes/change-audience";
import { findAudienceToChangeByExternalId } from "./queries";

export const upsertAudienceByExternalId: Handler<"upsertAudienceByExternalId"> = async (ctx, { params, body }) => {
  const { page_id: pageId, external_id: externalId } = params;
  const page = await findPageToShare(ctx, pageId);
  if (!page) throw notFound();
  await ctx.db.lock(`audience ${ctx.tenantId} ${pageId} ${externalId}`);
  const existing = await change();
  if (existing) return existing;
  if (page.archived_at !== null) throw new Problem("page_archived");
  const [audience] = await addAudiences(ctx, page, [{ body: { ...body, externalId }, location: "body" }]);
  if (audience && !(audience instanceof Problem)) return audience;
  // createAudience takes no lock, so it may have created one with this identifier meanwhile.
  const faster = audience?.code === "external_id_taken" ? await change() : undefined;
  if (faster) return faster;
  throw audience;

  async function change(): Promise<Existing<Audience> | undefined> {
    const row = await findAudienceToChangeByExternalId(ctx, pageId, externalId);
    return row && new Existing((await changeAudience(ctx, row, body, { role: "user" })).audience);
  }
};
