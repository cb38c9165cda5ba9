import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { rendererVersion, renderPage } from "../../server/rendering";
import { assetScope, pageDocument, pageOf } from "../support/samples/page-document";

/** What this version of the renderer makes of a page of each type. */
const recorded = { version: 10, hash: "6a7025982b97ddfc" };

test("a renderer that makes other pages than before has another version", () => {
  const hash = createHash("sha256");
  for (const pageType of ["inbound", "outbound", "call_followup", "sales_deck", "custom"] as const) {
    const { html, fragments, sources } = renderPage(pageDocument({ page: pageOf({ pageType }) }), assetScope);
    hash.update(JSON.stringify([html, [...fragments], sources]));
  }
  expect({ version: rendererVersion, hash: hash.digest("hex").slice(0, 16) }).toEqual(recorded);
});
