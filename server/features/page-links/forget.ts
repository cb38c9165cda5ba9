import anyAscii from "any-ascii";
import type { Writing } from "../../context";
import { forgetRecords } from "../../events/forget";
import { recordEvents } from "../../events/record";
import type { AudienceRow } from "../audiences";
import { type PersonRow, slugOf } from "../persons";
import { freePath } from "./free-path";
import { maxPathBytes } from "./path";
import { findLinkAt, linksEverOf, lockAddress, type PageLinkRow, toPageLink, updateLinkRow } from "./queries";

/** Leaves room for a suffix. */
const maxNewPathBytes = maxPathBytes - 64;

/**
 * Removes an erased person's name from the paths of links that lead to their audiences or did before, and the records of these
 * links. Returns the changed links.
 */
export async function forgetInLinks(
  ctx: Writing,
  person: Pick<PersonRow, "name" | "slug">,
  audiences: readonly Pick<AudienceRow, "audience_id" | "number">[],
): Promise<PageLinkRow[]> {
  const numberOf = new Map(audiences.map(({ audience_id, number }) => [audience_id, number]));
  const names = [...new Set([person.slug, slugOf(person.name, person.slug)])];
  const links = await linksEverOf(ctx, [...numberOf.keys()]);
  const changed: PageLinkRow[] = [];
  for (const link of links) {
    const number = numberOf.get(link.audience_id) ?? null;
    const path = nameless(link.path, names, number === null ? "audience" : `audience-${number}`);
    if (path !== link.path) changed.push(await moveLink(ctx, { ...link, path, updated_at: ctx.now }));
  }
  const ids = links.map(({ page_link_id }) => page_link_id);
  await forgetRecords(ctx, ids);
  await recordEvents(
    ctx,
    changed.map((link) => ({ type: "page_link.updated", subjectId: link.page_link_id, data: toPageLink(link) })),
  );
  return changed;
}

function nameless(path: string, names: readonly string[], instead: string): string {
  const segments = path.split("/").map((segment) => (bearsOne(segment, names) ? instead : segment));
  const made = segments.join("/");
  return Buffer.byteLength(made) > Math.max(maxNewPathBytes, Buffer.byteLength(path)) ? `/${instead}` : made;
}

/** Finds a name in any script and case, also among other words. */
function bearsOne(segment: string, names: readonly string[]): boolean {
  const text = decodeURIComponent(segment);
  const words = `-${anyAscii(text)
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .join("-")}-`;
  return names.some((name) => words.includes(`-${name}-`) || slugOf(text, "") === name);
}

async function moveLink(ctx: Writing, link: PageLinkRow): Promise<PageLinkRow> {
  const moved = { ...link };
  while (!(await isAddressFree(ctx, moved))) moved.path = await freePath(ctx.db, ctx.tenantId, link);
  await updateLinkRow(ctx, moved);
  return moved;
}

/** The lock keeps others from taking the address until the end of the transaction. */
async function isAddressFree(ctx: Writing, link: PageLinkRow): Promise<boolean> {
  if (link.deleted_at !== null) return true;
  await lockAddress(ctx, link);
  return (await findLinkAt(ctx.db, ctx.tenantId, link)) === undefined;
}
