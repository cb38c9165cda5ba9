import { nothing, type Sql, sql } from "./sql";

/** `AND …` for each word that must occur in the `search` column, where text is kept in lower case. */
export function everyWordOccurs(query: string | undefined): Sql {
  const words = query?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
  return words.reduce(
    (before, word) => sql`${before} AND search LIKE ${`%${word.replace(/[\\%_]/g, "\\$&")}%`} ESCAPE '\\'`,
    nothing,
  );
}
