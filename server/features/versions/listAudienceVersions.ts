import type { Handler } from "../../context";
import { capped } from "../../records/counting";
import { readPage } from "../../records/paging";
import { notFound } from "../../records/problem";
import { findAudienceRow } from "../audiences";
import { newestVersions, toVersion, versionsById } from "./queries";

export const listAudienceVersions: Handler<"listAudienceVersions"> = async (ctx, { params, query }) => {
  const audience = await findAudienceRow(ctx, params.page_id, params.audience_id);
  if (!audience) throw notFound();
  const page = await readPage({
    ctx,
    id: "listAudienceVersions",
    filters: [params.audience_id],
    query,
    read: (position, limit) => newestVersions(ctx.db, ctx.tenantId, params.audience_id, position, limit),
    position: (row) => [row.version_id],
    bytesOf: ({ bytes }) => bytes,
    items: async (versions) => (await versionsById(ctx.db, ctx.tenantId, versions)).map(toVersion),
  });
  return { ...page, totalCount: capped(audience.versions_made) };
};
