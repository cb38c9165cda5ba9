import { capped } from "../../records/counting";
import { type ListRequest, readPage } from "../../records/paging";
import { filteredPersons, type PersonFilters } from "./filtered-persons";

/** A page of a list of persons, newest first. */
export async function listedPersons(list: ListRequest, wanted: PersonFilters) {
  const found = await filteredPersons(list.ctx, wanted);
  const [page, count] = await Promise.all([
    readPage({ ...list, read: found.read, position: ({ personId }) => [personId], items: (persons) => persons }),
    found.count(),
  ]);
  return { ...page, totalCount: capped(count) };
}
