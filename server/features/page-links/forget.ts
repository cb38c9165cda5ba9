import type { Writing } from "../../context";
import { freePath } from "./free-path";
import { findLinkAt, linksOfAudiences, type PageLinkRow, updateLinkRow } from "./queries";

interface Nameless {
  audience_id: string;
  number: number | null;
}

/** A person is erased: links to their audiences that bear their name get another path. Returns those links' identifiers. */
export async function forgetInLinks(ctx: Writing, slug: string, audiences: readonly Nameless[]): Promise<string[]> {
  const numberOf = new Map(audiences.map(({ audience_id, number }) => [audience_id, number]));
  const links = await linksOfAudiences(ctx, [...numberOf.keys()]);
  const named = links.filter(({ path }) => path.split("/").some((segment) => segment === slug || segment.startsWith(`${slug}-`)));
  for (const link of named) {
    const path = link.path.replace(/[^/]*$/, `audience-${numberOf.get(link.audience_id)}`);
    await updateLinkRow(ctx, { ...link, path: await freeOr(ctx, { ...link, path }), updated_at: ctx.now });
  }
  return links.map(({ page_link_id }) => page_link_id);
}

async function freeOr(ctx: Writing, link: PageLinkRow): Promise<string> {
  const taken = link.deleted_at === null && (await findLinkAt(ctx.db, ctx.tenantId, link)) !== undefined;
  return taken ? freePath(ctx.db, ctx.tenantId, link) : link.path;
}
