import { expect, test } from "bun:test";
import { renderDocument } from "../../server/features/publishing";
import { renderPage } from "../../server/rendering";
import { cardOf } from "../../server/rendering/arrangements/card-rows";
import { assetScope, pageDocument, signer, topic } from "../support/samples/page-document";
import { testSite } from "../support/service/site";

test("while a page of megabytes is rendered from its document, others are served", async () => {
  const text = `${"**bold** {{person.name}} [link](https://example.com)\n\n".repeat(100)}${"plain words and *more* of them. ".repeat(2_900)}`;
  const large = topic(
    "Large",
    Array.from({ length: 35 }, (_, number) => ["markdown", `${number} ${text}`] as const),
  );
  const document = pageDocument({ topics: [large], topicIds: [large.topicId] });
  let [turns, isDone] = [0, false];
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const scope = { tenantId: assetScope.tenantId, site: { ...testSite, signer } };
  const { html } = await renderDocument(scope, document);
  isDone = true;
  expect(turns).toBeGreaterThan(1);
  expect(html).toBe(renderPage(document, assetScope, "leave out").html);
});

test("the height of a card is estimated quickly from empty lines, and from a type that is called like a part of objects", () => {
  const empty = topic(
    "Empty",
    Array.from({ length: 100 }, () => ["text", "\n".repeat(1_390)] as const),
  );
  const spentMs = [1, 2, 3].map(() => {
    const before = process.threadCpuUsage();
    cardOf(empty);
    return (process.threadCpuUsage().user - before.user) / 1_000;
  });
  expect(Math.min(...spentMs)).toBeLessThan(10);
  const [named, text] = (["constructor", "text"] as const).map((type) => cardOf(topic("Card", [[type, "Some words"]])));
  expect(named).toEqual(text as NonNullable<typeof text>);
});
