import type { Warning } from "../../../../contract";
import { type PageDocument, warningsOf } from "../../../rendering";
import type { Reader } from "../../../storage/port";
import type { PageRow } from "../../pages";
import { sharedDocument } from "./document";
import { type BuildInput, maxDocumentBytes, sharedInputOf } from "./input";

/** Warnings about what a version built now would show: the input's document. */
export async function inputWarnings(tenantId: string, input: BuildInput, document: PageDocument): Promise<Warning[]> {
  return input.topics === null ? [tooLarge] : warningsOf(document, tenantId);
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
