import type { Audience, Input, Operations } from "../../../contract";
import { Existing, guardedAs, type Handler, type WriteContext } from "../../context";
import { notFound, Problem } from "../../records/problem";
import { findPageToShare, type PageRow } from "../pages";
import { addAudiences } from "./changes/add-audiences";
import { lockNewPerson, matchAudience } from "./changes/change-audience";
import { findAudienceToChangeByExternalId, lockExternalId } from "./queries";

type Asked = Input<Operations["upsertAudienceByExternalId"]>;

export const upsertAudienceByExternalId: Handler<"upsertAudienceByExternalId"> = guardedAs(audienceThere, createOrChange);

/** Locked before its tag is compared. For an unknown page, the answer is the same as without `If-Match`. */
async function audienceThere(ctx: WriteContext, asked: Asked) {
  const { page_id: pageId, external_id: externalId } = asked.params;
  await lockPageAndIdentifier(ctx, asked);
  const row = await findAudienceToChangeByExternalId(ctx, pageId, externalId);
  return row && { page_id: pageId, audience_id: row.audience_id };
}

/** The page is locked first, then the person, the identifier and the audience: a fixed order avoids deadlocks. */
async function lockPageAndIdentifier(ctx: WriteContext, { params, body }: Asked): Promise<PageRow> {
  const { page_id: pageId, external_id: externalId } = params;
  const page = await findPageToShare(ctx, pageId);
  if (!page) throw notFound();
  await lockNewPerson(ctx, body);
  await lockExternalId(ctx, pageId, externalId);
  return page;
}

async function createOrChange(ctx: WriteContext, asked: Asked): Promise<Audience | Existing<Audience>> {
  const { params, body } = asked;
  const { page_id: pageId, external_id: externalId } = params;
  const page = await lockPageAndIdentifier(ctx, asked);
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
    return row && new Existing(await matchAudience(ctx, row, body));
  }
}
