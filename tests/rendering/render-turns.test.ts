import { expect, spyOn, test } from "bun:test";
import { maxWarnings } from "../../contract/pages/warnings";
import { turns } from "../../server/event-loop/turns";
import { renderDocument } from "../../server/features/publishing";
import { renderPage, warningsOf } from "../../server/rendering";
import { cardOf } from "../../server/rendering/arrangements/card-rows";
import { buildFrame } from "../../server/rendering/page-frame";
import { assetId, assetScope, pageDocument, pageOf, signer, topic } from "../support/samples/page-document";
import { testSite } from "../support/service/site";

test("while a page of megabytes is rendered from its document, others are served", async () => {
  const text = `${"**bold** {{person.name}} [link](https://example.com)\n\n".repeat(100)}${"plain words and *more* of them. ".repeat(2_900)}`;
  const large = topic(
    "Large",
    Array.from({ length: 35 }, (_, number) => ["markdown", `${number} ${text}`] as const),
  );
  const document = pageDocument({ topics: [large], topicIds: [large.topicId] });
  let [turned, isDone] = [0, false];
  const count = () => {
    turned += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const scope = { tenantId: assetScope.tenantId, site: { ...testSite, signer } };
  const { html } = await renderDocument(scope, document);
  isDone = true;
  expect(turned).toBeGreaterThan(1);
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

test("hundreds of links in a footer, and of logos in a wall, are made a hundred at a time", () => {
  let made = 0;
  const links = Array.from({ length: 450 }, (_, number) => ({
    id: "",
    text: `Link ${number}`,
    get url() {
      made += 1;
      return "https://x.example/";
    },
  }));
  const logos = Array.from({ length: 450 }, (_, number) => ({
    get image() {
      made += 1;
      return { altText: `Logo ${number}`, url: "", fileId: "", assetId: "" };
    },
  }));
  const page = pageOf({ footerLinks: [{ id: "", title: "", links }], actionCardWidgets: [{ type: "", title: "", logos }] });
  const steps = buildFrame({ ...page, brand: null, language: "en", blocks: "", assetScope });
  let most = 0;
  for (let step = steps.next(); !step.done; step = steps.next()) {
    most = Math.max(most, made);
    made = 0;
  }
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(100);
});

test("of what a page can't show only the first hundred places are looked for, and others are served meanwhile", async () => {
  let seen = 0;
  const wall = (assetIdOf: string) => ({
    type: "logos",
    title: "",
    logos: Array.from({ length: 1_000 }, () => ({
      get image() {
        seen += 1;
        return { altText: "", url: "", fileId: "", assetId: assetIdOf };
      },
    })),
  });
  const pageWith = (assetIdOf: string) =>
    pageDocument({
      topics: [],
      assets: { [assetId]: { type: "image/png", bytes: 1, width: 1, height: 1, hasPreview: true } },
      page: pageOf({ actions: [], footerLinks: [], actionCardWidgets: [wall(assetIdOf)] }),
    });
  const given = spyOn(turns, "next");
  try {
    const wrong = pageWith("asset_00000000000000000000000000");
    seen = 0;
    expect((await warningsOf(wrong, "tenant")).length).toBe(maxWarnings);
    expect(seen).toBe(maxWarnings);
    const right = pageWith(assetId);
    given.mockClear();
    expect(await warningsOf(right, "tenant")).toEqual([]);
    expect(given.mock.calls.length).toBe(1_000);
  } finally {
    given.mockRestore();
  }
});
