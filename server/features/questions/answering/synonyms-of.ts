import type { SynonymGroups } from "../../../answers/words/synonyms";
import type { Reader } from "../../../storage/port";
import { settingsOf } from "../../settings";

/** Groups of words that mean the same to a tenant. */
export async function synonymsOf(db: Reader, tenantId: string): Promise<SynonymGroups> {
  return (await settingsOf(db, tenantId)).synonyms;
}
