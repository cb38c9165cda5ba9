import anyAscii from "any-ascii";
import type { Writing } from "../../context";
import { noteAudiences, notedAmong, rowsOfAudiences } from "../../erasure/audiences";
import type { Erasing, ErasureStage } from "../../erasure/erasure";
import { forgetRecords } from "../../erasure/records";
import { recordEvents } from "../../events/record";
import { sql } from "../../storage/sql";
import { slugOf } from "../persons";
import { freePath } from "./free-path";
import { maxPathBytes } from "./path";
import { findLinkAt, linksToChange, lockAddress, numbersOfTargets, type PageLinkRow, toPageLink, updateLinkRow } from "./queries";

/** Leaves room for a suffix. */
const maxNewPathBytes = maxPathBytes - 64;

/** Removes the person's name from the paths of links that lead to their audiences, and the records of these links. */
export const forgetInLinks: ErasureStage = {
  name: "links",
  tables: ["page_links"],
  weight: 4,
  async forget(ctx, position) {
    const table = { table: "page_links", audience: "audience_id", key, columns: sql`of_row.page_link_id` };
    const { rows, next } = await rowsOfAudiences<LinkOfAudience>(ctx, "own", table, position);
    const links = await linksToChange(ctx, idsOf(rows));
    const audienceIds = [...new Set(links.map(({ audience_id }) => audience_id))];
    const numberOf = await numbersOfTargets(ctx.db, ctx.tenantId, audienceIds);
    const isDone = await forgetNames(ctx, links, ({ audience_id }) => `audience-${numberOf.get(audience_id) ?? 1}`);
    return { rows: rows.length, next: isDone ? next : position };
  },
};

/** The same for links that led to their audiences before. Notes where they lead now, because visits were there by that path. */
export const forgetInFormerLinks: ErasureStage = {
  name: "former links",
  tables: ["page_links", "former_targets"],
  weight: 4,
  async forget(ctx, position) {
    const table = { table: "former_targets", audience: "audience_id", key, columns: sql`of_row.page_link_id` };
    const { rows, next } = await rowsOfAudiences<LinkOfAudience>(ctx, "own", table, position);
    const links = await linksToChange(ctx, idsOf(rows));
    const own = await notedAmong(
      ctx,
      "own",
      links.map(({ audience_id }) => audience_id),
    );
    const elsewhere = links.filter(({ audience_id }) => !own.has(audience_id));
    const isDone = await forgetNames(ctx, elsewhere, () => "audience");
    if (isDone) ctx.count("former_targets", { found: rows.length });
    return { rows: rows.length, next: isDone ? next : position };
  },
};

const key = ["page_link_id"];
type LinkOfAudience = { of_audience: string; page_link_id: string };

/** False when there are more records than fit: then the links stay as they are until their records are gone. */
async function forgetNames(
  ctx: Erasing,
  links: readonly PageLinkRow[],
  instead: (link: PageLinkRow) => string,
): Promise<boolean> {
  const names = [...new Set([ctx.person.slug, slugOf(ctx.person.name, ctx.person.slug)])];
  if ((await forgetRecords(ctx, idsOf(links))) === ctx.limit) return false;
  const changed: PageLinkRow[] = [];
  for (const link of links) {
    const path = nameless(link.path, names, instead(link));
    if (path !== link.path) changed.push(await moveLink(ctx, { ...link, path, updated_at: ctx.now }));
  }
  await recordEvents(
    ctx,
    changed.map((link) => ({ type: "page_link.updated", subjectId: link.page_link_id, data: toPageLink(link) })),
  );
  await noteAudiences(
    ctx,
    "linked",
    changed.map(({ audience_id }) => audience_id),
  );
  ctx.count("page_links", { found: links.length, changed: changed.length });
  return true;
}

function idsOf(links: readonly { page_link_id: string }[]): string[] {
  return [...new Set(links.map(({ page_link_id }) => page_link_id))];
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
