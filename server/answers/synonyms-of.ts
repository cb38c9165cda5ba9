import type { Reader } from "../storage/port";
import type { SynonymGroups } from "./retrieval/build-index";

/** Groups of words that mean the same to a tenant. */
export async function synonymsOf(_db: Reader, _tenantId: string): Promise<SynonymGroups> {
  return [];
}
