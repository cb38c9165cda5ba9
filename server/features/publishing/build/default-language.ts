import type { Reader } from "../../../storage/port";

/** The language of pages that name none, and whose texts don't tell. */
export async function defaultLanguageOf(_db: Reader, _tenantId: string): Promise<string> {
  return "en";
}
