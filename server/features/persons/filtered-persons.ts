import type { Person } from "../../../contract";
import type { Reading } from "../../context";
import { countUpTo } from "../../records/counting";
import { matchingRecord, type SearchedRows, searchedRows } from "../../search/search";
import { queryWords } from "../../search/text";
import { among, nothing, sql } from "../../storage/sql";
import { newestPersons, personCount } from "./queries";

export interface PersonFilters {
  domain?: string | undefined;
  query?: string | undefined;
}

/** Persons as the paging of a list reads them, the newest first. */
export async function filteredPersons(ctx: Reading, { domain, query }: PersonFilters): Promise<SearchedRows<Person>> {
  const { db, tenantId } = ctx;
  const wanted = { kind: "persons", words: queryWords(query ?? "") } as const;
  if (wanted.words.length > 0 && domain === undefined) {
    return searchedRows(ctx, wanted, (keys) =>
      newestPersons(db, tenantId, undefined, keys.length, sql`AND person_id ${among(keys)}`),
    );
  }
  // Few persons have the same domain, so their texts are compared without the index.
  const matching = wanted.words.length === 0 ? nothing : sql`AND ${matchingRecord(ctx, wanted, sql`person_id`)}`;
  const filter = domain === undefined ? nothing : sql`AND domain = ${domain} ${matching}`;
  return {
    read: (position, limit) => newestPersons(db, tenantId, position, limit, filter),
    count: () =>
      domain === undefined
        ? personCount(db, tenantId)
        : countUpTo(db, sql`SELECT 1 FROM persons WHERE tenant_id = ${tenantId} ${filter}`),
  };
}
