import * as z from "zod";
import { count } from "./fields";

export const defaultLimit = 50;
export const maxLimit = 100;

export const paging = {
  cursor: z.string().min(1).optional().meta({ description: "`nextCursor` of the page before, as it came" }),
  limit: z.int().min(1).max(maxLimit).optional().meta({ description: "How many items at the most", default: defaultLimit }),
};

export function envelope<Item extends z.ZodType, Total extends z.ZodType = typeof count>(item: Item, totalCount?: Total) {
  return z.strictObject({
    items: z.array(item),
    hasMore: z.boolean(),
    nextCursor: z.string().min(1).nullable(),
    totalCount: (totalCount ?? count) as Total,
  });
}

/** For a list that is complete unless a limit is given. */
export const optionalPaging = {
  cursor: paging.cursor,
  limit: z.int().min(1).max(maxLimit).optional().meta({ description: "How many items at the most; all without it" }),
};

/** Exact up to 10,000, null above. */
export const cappedCount = count.nullable();
export const maxExactCount = 10_000;
