import { toTimestamp } from "../../../contract";
import type { Handler } from "../../context";
import { countCapped } from "../../records/counting";
import { readPage } from "../../records/paging";
import { notFound } from "../../records/problem";
import { sql } from "../../storage/sql";
import { findAudienceRow } from "../audiences";
import { onceLiveVersions } from "../versions";
import { Accumulator } from "./figures";
import { eachSessionOfVersion } from "./queries";

/** Whose number it is does not matter: all visits are of one audience. */
const onlyAudience = 0;

export const listVersionResults: Handler<"listVersionResults"> = async (ctx, { params, query }) => {
  const { db, tenantId } = ctx;
  const { page_id, audience_id } = params;
  if (!(await findAudienceRow(ctx, page_id, audience_id))) throw notFound();
  const [page, totalCount] = await Promise.all([
    readPage({
      ctx,
      id: "listVersionResults",
      filters: [audience_id],
      query,
      read: (position, limit) => onceLiveVersions(db, tenantId, audience_id, position, limit),
      position: (row) => [row.version_id],
      items: (rows) => Promise.all(rows.map(resultOf)),
    }),
    countCapped(
      db,
      sql`SELECT 1 FROM audience_versions WHERE tenant_id = ${tenantId} AND audience_id = ${audience_id} AND published_at IS NOT NULL`,
    ),
  ]);
  return { ...page, totalCount };

  async function resultOf(version: { version_id: string; version_number: number; published_at: number }) {
    const figures = new Accumulator();
    await eachSessionOfVersion(ctx, version.version_id, (session) => figures.addSession(session, onlyAudience));
    return {
      versionId: version.version_id,
      versionNumber: version.version_number,
      publishedAt: toTimestamp(version.published_at),
      ...figures.figures(),
    };
  }
};
