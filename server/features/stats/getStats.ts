import type { Handler } from "../../context";
import { countVisits } from "./count";

export const getStats: Handler<"getStats"> = (ctx, { query }) => countVisits(ctx, query, undefined);
