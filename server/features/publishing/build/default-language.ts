import type { Reader } from "../../../storage/port";
import { settingsOf } from "../../settings";

/** The language of pages that name none, and whose texts don't tell. */
export async function defaultLanguageOf(db: Reader, tenantId: string): Promise<string> {
  return (await settingsOf(db, tenantId)).defaultLanguage;
}
