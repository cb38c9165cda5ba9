import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { builtInFormId } from "../../contract";
import { pageTypes } from "../../contract/pages/pages";
import { rendererVersion, renderPage } from "../../server/rendering";
import { blocks } from "../../server/rendering/blocks";
import { action, assetScope, pageDocument, pageOf, topic } from "../support/samples/page-document";

/** What this version of the renderer makes of a page of each type. */
const recorded = { version: 34, hash: "4b5b0d340cd6b02f" };

const everyBlock = topic(
  "Every block",
  Object.entries(blocks).map(([type, { example }]) => [type, example]),
);
const field = { name: "email", label: "E-mail", type: "email", required: true, options: [], step: "You" };
const inSteps = {
  formId: builtInFormId,
  name: "Contact",
  instructions: null,
  fields: [field, { ...field, name: "file", type: "file", step: "More" }],
};
const actions = [action("contact", "form", "Talk to us", "", { formId: builtInFormId })];

test("a renderer that makes other pages than before has another version", () => {
  const hash = createHash("sha256");
  for (const type of pageTypes.options) {
    const plain = pageDocument({ page: pageOf({ pageType: type }) });
    const full = pageDocument({
      page: pageOf({ pageType: type, language: "he", actions }),
      topics: [everyBlock],
      topicIds: [everyBlock.topicId],
      forms: [inSteps],
    });
    for (const document of [plain, full]) {
      const { html, fragments, sources } = renderPage(document, assetScope);
      hash.update(JSON.stringify([html, [...fragments], sources]));
    }
  }
  expect({ version: rendererVersion, hash: hash.digest("hex").slice(0, 16) }).toEqual(recorded);
});
