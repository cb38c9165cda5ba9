import { maxWarnings, type Warning } from "../../../../contract/pages/warnings";
import { ownFormWarning, type PageDocument, warningsOf } from "../../../rendering";
import type { Reader } from "../../../storage/port";
import { audiencesOfMissingForms } from "../../audiences";
import type { PageRow } from "../../pages";
import { mainActionId, sharedDocument } from "./document";
import { opensForm } from "./forms";
import { assetsNamedBy, type BuildInput, maxDocumentBytes, sharedInputOf } from "./input";

/** Warnings about what a version built now would show: the input's document. */
export async function inputWarnings(tenantId: string, input: BuildInput, document: PageDocument): Promise<Warning[]> {
  return input.topics === null ? [tooLarge] : warningsOf(document, tenantId);
}

interface PageFaults {
  /** About what all audiences of the page share, and about forms that audiences name in place of the page's. */
  warnings: Warning[];
  /** Named by the page, its brand or its topics, and not there. */
  missingAssets: string[];
}

export async function pageFaults(db: Reader, tenantId: string, page: PageRow): Promise<PageFaults> {
  const input = await sharedInputOf(db, tenantId, page, []);
  const document = sharedDocument(input);
  const shared = input.topics === null ? [tooLarge] : await warningsOf(document, tenantId);
  const ofForms = await formWarnings(db, tenantId, document.page, maxWarnings - shared.length);
  const named = assetsNamedBy([page.action_card_widgets, page.social_image_asset_id], input.brand, input.topics);
  return {
    warnings: [...shared, ...ofForms],
    missingAssets: named.filter((assetId) => !Object.hasOwn(input.assets, assetId)),
  };
}

async function formWarnings(db: Reader, tenantId: string, page: PageDocument["page"], limit: number): Promise<Warning[]> {
  const actions = page.actions.filter(opensForm);
  if (actions.length === 0 || limit === 0) return [];
  const [first, ...others] = actions.map(({ url }) => url);
  const audienceIds = await audiencesOfMissingForms(db, tenantId, page.pageId, {
    besides: first !== undefined && others.every((url) => url === first) ? [first] : [],
    withOwnUrl: actions.some(({ actionId }) => actionId !== mainActionId(page)),
    limit,
  });
  return audienceIds.map(ownFormWarning);
}

const tooLarge: Warning = {
  location: "topics",
  code: "page_too_large",
  message: `the page with its topics is larger than ${maxDocumentBytes} bytes: no version can be built`,
  subjectId: null,
};
