import { capped } from "../../../records/counting";
import { type ListRequest, readPage } from "../../../records/paging";
import { type Filters, filteredAudiences } from "./filtered-audiences";
import { wholeAudiencesOf } from "./whole-audiences";

/** A page of a list of audiences, newest first. */
export async function listedAudiences(list: ListRequest, wanted: Filters) {
  const found = await filteredAudiences(list.ctx, wanted);
  const [page, count] = await Promise.all([
    readPage({
      ...list,
      read: found.read,
      position: ({ audience_id }) => [audience_id],
      bytesOf: ({ bytes }) => bytes,
      items: (audiences) => wholeAudiencesOf(list.ctx, audiences),
    }),
    found.count(),
  ]);
  return { ...page, totalCount: capped(count) };
}
