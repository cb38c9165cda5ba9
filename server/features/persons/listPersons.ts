import type { Handler } from "../../context";
import { listedPersons } from "./listed-persons";

export const listPersons: Handler<"listPersons"> = (ctx, { query }) =>
  listedPersons({ ctx, id: "listPersons", filters: [query.domain, query.query], query }, query);
