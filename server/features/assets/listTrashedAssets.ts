import type { Handler } from "../../context";
import { readPage } from "../../records/paging";
import { searchedRows } from "../../search/search";
import { toAsset, trashedById } from "./queries";
import { assetIdOf, trashKey } from "./search/asset-index";
import { checkedWords } from "./search/checked-words";

export const listTrashedAssets: Handler<"listTrashedAssets"> = async (ctx, { query }) => {
  const words = checkedWords(query.query ?? "");
  const labels = query.assetType === undefined ? [] : [query.assetType];
  const found = await searchedRows(ctx, { kind: "trash", words, labels }, (keys) =>
    trashedById(ctx.db, ctx.tenantId, keys.map(assetIdOf)),
  );
  const [page, totalCount] = await Promise.all([
    readPage({
      ctx,
      id: "listTrashedAssets",
      filters: [query.assetType, query.query],
      query,
      read: found.read,
      position: (row) => [trashKey(row)],
      items: (rows) => rows.map((row) => toAsset(ctx, row)),
    }),
    found.count(Number.POSITIVE_INFINITY),
  ]);
  return { ...page, totalCount };
};
