import { maxSearchWords } from "../../../contract/assets";
import type { Handler } from "../../context";
import { readPage } from "../../paging";
import { Problem } from "../../problem";
import type { Value } from "../../storage/sql";
import { type TrashedRow, toAsset, trashedByNumber } from "./queries";
import { searchTrash } from "./trash-search";
import { wordsOf } from "./words";

export const listTrashedAssets: Handler<"listTrashedAssets"> = async (ctx, { query }) => {
  const words = searchWords(query.query ?? "");
  const found = await searchTrash(ctx.db, ctx.tenantId, words, query.assetType);

  /** What is restored while it is read makes room for what follows. */
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

function searchWords(query: string): string[] {
  const words = [...new Set(wordsOf(query))];
  if (words.length <= maxSearchWords) return words;
  const message = `must have at most ${maxSearchWords} different words`;
  throw new Problem("validation_failed", { errors: [{ location: "query.query", code: "too_long", message }] });
}
