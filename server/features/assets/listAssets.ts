import type { Handler, ReadContext } from "../../context";
import { capped } from "../../records/counting";
import { readPage } from "../../records/paging";
import { type SearchedRows, searchedRows } from "../../search/search";
import { type AssetRow, assetCount, assetsById, newestAssets, toAsset } from "./queries";
import { checkedWords } from "./search/checked-words";

export const listAssets: Handler<"listAssets"> = async (ctx, { query }) => {
  const found = await filteredAssets(ctx, query);
  const [page, count] = await Promise.all([
    readPage({
      ctx,
      id: "listAssets",
      filters: [query.assetType, query.query],
      query,
      read: found.read,
      position: (row) => [row.asset_id],
      items: (rows) => rows.map((row) => toAsset(ctx, row)),
    }),
    found.count(),
  ]);
  return { ...page, totalCount: capped(count) };
};

async function filteredAssets(
  ctx: ReadContext,
  { query, assetType }: { query?: string | undefined; assetType?: string | undefined },
): Promise<SearchedRows<AssetRow>> {
  const [words, labels] = [checkedWords(query ?? ""), assetType === undefined ? [] : [assetType]];
  if (words.length + labels.length === 0) {
    return {
      read: (position, limit) => newestAssets(ctx.db, ctx.tenantId, position, limit),
      count: () => assetCount(ctx.db, ctx.tenantId),
    };
  }
  return searchedRows(ctx, { kind: "assets", words, labels }, async (keys) =>
    (await assetsById(ctx.db, ctx.tenantId, keys)).reverse(),
  );
}
