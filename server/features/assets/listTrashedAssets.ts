import { maxSearchWords } from "../../../contract/assets";
import type { Handler } from "../../context";
import { readPage } from "../../records/paging";
import { Problem } from "../../records/problem";
import type { Value } from "../../storage/sql";
import { type TrashedRow, toAsset, trashedByNumber } from "./queries";
import { searchTrash, type TrashQuery } from "./trash/trash-search";
import { folded, maxWordLength, wordsOf } from "./trash/words";

export const listTrashedAssets: Handler<"listTrashedAssets"> = async (ctx, { query }) => {
  const found = await searchTrash(ctx.db, ctx.tenantId, { ...queryWords(query.query ?? ""), type: query.assetType });

  /** Reads on until the page is full, because assets may be restored meanwhile. */
  async function read(position: Value[] | undefined, limit: number): Promise<TrashedRow[]> {
    const rows: TrashedRow[] = [];
    for (let before = position?.[0] as number | undefined; rows.length < limit; ) {
      const numbers = await found.numbers(before, limit - rows.length);
      if (numbers.length === 0) break;
      rows.push(...(await trashedByNumber(ctx.db, ctx.tenantId, numbers)));
      before = numbers.at(-1);
    }
    return rows;
  }

  const page = await readPage({
    ctx,
    id: "listTrashedAssets",
    filters: [query.assetType, query.query],
    query,
    read,
    position: (row) => [row.number],
    items: (rows) => rows.map((row) => toAsset(ctx, row)),
  });
  return { ...page, totalCount: found.count };
};

/** A query without letters or digits is searched for literally. */
function queryWords(query: string): Pick<TrashQuery, "words" | "signs"> {
  const words = [...new Set(wordsOf(query))];
  const signs = words.length > 0 ? [] : folded(query).split(/\s+/).filter(Boolean);
  const parts = [...words, ...signs];
  if (parts.length > maxSearchWords) throw refused(`must have at most ${maxSearchWords} different words`);
  if (parts.some((part) => [...part].length > maxWordLength)) {
    throw refused(`must have no word of more than ${maxWordLength} letters`);
  }
  return { words, signs };
}

function refused(message: string): Problem {
  return new Problem("validation_failed", { errors: [{ location: "query.query", code: "too_long", message }] });
}
