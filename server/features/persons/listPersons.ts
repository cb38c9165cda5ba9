import type { Handler } from "../../context";
import { capped, readPage } from "../../records/paging";
import { filteredPersons } from "./filtered-persons";

export const listPersons: Handler<"listPersons"> = async (ctx, { query }) => {
  const found = await filteredPersons(ctx, query);
  const [page, count] = await Promise.all([
    readPage({
      ctx,
      id: "listPersons",
      filters: [query.domain, query.query],
      query,
      read: found.read,
      position: ({ personId }) => [personId],
      items: (persons) => persons,
    }),
    found.count(),
  ]);
  return { ...page, totalCount: capped(count) };
};
