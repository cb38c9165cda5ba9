import { maxSearchWords } from "../../../contract/pages/assets";
import type { Handler } from "../../context";
import { readPage } from "../../records/paging";
import { Problem } from "../../records/problem";
import { searchedRows } from "../../search/search";
import { folded } from "../../search/text";
import { toAsset, trashedById } from "./queries";
import { assetIdOf, trashKey } from "./trash/trash-index";

const maxWordLength = 64;

export const listTrashedAssets: Handler<"listTrashedAssets"> = async (ctx, { query }) => {
  const words = wordsOf(query.query ?? "");
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

/** Runs of letters and digits; a query without any asks for its signs as they are. */
function wordsOf(query: string): string[] {
  const text = folded(query);
  const words = [...new Set(text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? text.split(" ").filter(Boolean))];
  if (words.length > maxSearchWords) throw refused(`must have at most ${maxSearchWords} different words`);
  if (words.some((word) => [...word].length > maxWordLength)) {
    throw refused(`must have no word of more than ${maxWordLength} letters`);
  }
  return words;
}

function refused(message: string): Problem {
  return new Problem("validation_failed", { errors: [{ location: "query.query", code: "too_long", message }] });
}
