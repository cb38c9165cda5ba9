import type { Dialect } from "../../dialects";

/** PostgreSQL compresses rows of more than a page: making half of a search's rows whole again took as long as all else it does. */
export function searchTermStorage({ engine }: Dialect): string[] {
  return engine === "postgres" ? ["ALTER TABLE search_terms ALTER COLUMN terms SET STORAGE EXTERNAL"] : [];
}
