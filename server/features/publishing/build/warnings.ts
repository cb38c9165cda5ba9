import type { Warning } from "../../../../contract";
import { warningsOf } from "../../../rendering";
import type { Reader } from "../../../storage/port";
import type { PageRow } from "../../pages";
import { pageDocument, sharedDocument } from "./document";
import { type BuildInput, maxDocumentBytes, sharedInputOf } from "./input";

/** Warnings about what a version built now would show. */
export function inputWarnings(tenantId: string, input: BuildInput): Promise<Warning[]> {
  if (input.topics === null) return Promise.resolve([tooLarge]);
  return warningsOf(pageDocument(input, input.audience), tenantId);
}

/** Warnings about what all audiences of the page share. */
export async function pageWarnings(db: Reader, tenantId: string, page: PageRow): Promise<Warning[]> {
  const input = await sharedInputOf(db, tenantId, page, []);
  return input.topics === null ? [tooLarge] : warningsOf(sharedDocument(input), tenantId);
}

const tooLarge: Warning = {
  location: "topics",
  code: "page_too_large",
  message: `the page with its topics is larger than ${maxDocumentBytes} bytes: no version can be built`,
  subjectId: null,
};
