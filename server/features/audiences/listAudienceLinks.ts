import type { AudienceLink } from "../../../contract";
import type { CsvCell } from "../../../contract/csv";
import { type Handler, listedAsCsv, type ReadContext } from "../../context";
import { turns } from "../../event-loop/turns";
import { capped } from "../../records/counting";
import { cursorPosition, readPage } from "../../records/paging";
import { notFound } from "../../records/problem";
import { findPage } from "../pages";
import { newestAudienceLinks } from "./reading/audience-links";

const rowsAtOnce = 500;

export const listAudienceLinks: Handler<"listAudienceLinks"> = listedAsCsv(
  async (ctx, { params, query }) => {
    const page = await findPage(ctx.db, ctx.tenantId, params.page_id);
    if (!page) throw notFound();
    const listed = await readPage({
      ...listOf(ctx, page.page_id),
      query,
      items: (links) => links,
    });
    return { ...listed, totalCount: capped(page.audiences_count) };
  },
  async function* (ctx, { params, query }) {
    if (!(await findPage(ctx.db, ctx.tenantId, params.page_id))) throw notFound();
    const list = listOf(ctx, params.page_id);
    yield [["audienceId", "externalId", "name", "personId", "personName", "email", "accountName", "publicUrl"]];
    for (let position = cursorPosition(list, query.cursor); ; ) {
      const links = await list.read(position, rowsAtOnce);
      yield links.map((link) => Object.values<CsvCell>(link));
      const last = links.at(-1);
      if (!last || links.length < rowsAtOnce) return;
      position = list.position(last);
      const turn = turns.next(ctx.tenantId);
      if (turn) await turn;
    }
  },
);

function listOf(ctx: ReadContext, pageId: string) {
  return {
    ctx,
    id: "listAudienceLinks" as const,
    filters: [pageId],
    read: newestAudienceLinks(ctx, pageId),
    position: ({ audienceId }: AudienceLink) => [audienceId],
  };
}
