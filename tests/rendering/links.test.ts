import { describe, expect, test } from "bun:test";
import { type PageDocument, warningsOf } from "../../server/rendering";
import { telephone } from "../../server/rendering/links/telephone";
import { withScheme } from "../../server/rendering/templates/addresses";
import { action, assetId, pageDocument, pageOf, shown } from "../support/samples/page-document";
import { markupOf, withEntry } from "../support/samples/page-entry";

const codesOf = async (document: PageDocument) =>
  (await warningsOf(document, "tenant")).map(({ location, code }) => [location, code]);

describe("an address that was written without its scheme", () => {
  const at = "topics[0].entries[0].content";

  test.each([
    ["link", "calendly.com/grace"],
    ["markdown", "[Meet me](calendly.com/grace)"],
    ["features", "- Meet | [me](calendly.com/grace)"],
    ["hero", "# Hello\n[Meet me](calendly.com/grace)"],
    ["pricing", "# Team\nprice: 1\n[Meet me](calendly.com/grace)"],
    ["person", "name: Grace\nbooking: calendly.com/grace"],
    ["person", "name: Grace\nlinkedin: calendly.com/grace"],
  ])("leads to that host from %s %j, and its place is named", async (type, content) => {
    expect(markupOf(type, content)).toContain('href="https://calendly.com/grace"');
    expect(await codesOf(withEntry(type, content))).toEqual([[at, "address_relative"]]);
  });

  test("leads to that host from actions and footers too", async () => {
    const links = ["example.com/jobs", "imprint", "jobs@example.com"].map((url) => ({ id: "", text: url, url }));
    const page = pageOf({
      actions: [action("a", "url", "Prices", "example.com/prices?for={{ person.email }}")],
      footerLinks: [{ id: "", title: "", links }],
    });
    const html = shown(pageDocument({ page, topics: [] }));
    expect(html).toContain('href="https://example.com/prices?for=ada%40engines.example" rel="noreferrer"');
    expect(html).toContain('<a href="https://example.com/jobs" rel="noreferrer">example.com/jobs</a>');
    expect(html).toContain('<a href="imprint">imprint</a>');
    expect(html).toContain('<a href="mailto:jobs@example.com">jobs@example.com</a>');
    const warned = (await codesOf(pageDocument({ page, topics: [], assets: {} }))).filter(
      ([, code]) => code === "address_relative",
    );
    expect(warned.map(([location]) => location)).toEqual([
      "actions[0]",
      "footerLinks[0].links[0].url",
      "footerLinks[0].links[2].url",
    ]);
  });

  test("is not taken for a host if it is a file or a path", () => {
    for (const address of ["prices.html", "readme.md", "/imprint", "#top", "?a=b.com", "prices/a.com", "v1.2", "", "a b.com"])
      expect([address, withScheme(address)]).toEqual([address, address]);
    expect(withScheme("www.example.com#a")).toBe("https://www.example.com#a");
    expect(withScheme("grace@example.com?subject=Hi")).toBe("mailto:grace@example.com?subject=Hi");
    for (const address of ["https://example.com", "mailto:a@example.com", "tel:+1", "//example.com"])
      expect(withScheme(address)).toBe(address);
  });
});

test("a telephone number keeps its extension, and loses the zero that is dialled at home", () => {
  expect(telephone("+1 415 555 0123")).toBe("tel:+14155550123");
  for (const written of [
    "+1 415 555 0123 ext. 12",
    "+1 (415) 555-0123 x12",
    "+1.415.555.0123 Extension 12",
    "+1 415 5550123 #12",
  ])
    expect(telephone(written)).toBe("tel:+14155550123;ext=12");
  expect(telephone("+49 (0) 30 1234-56")).toBe("tel:+4930123456");
  expect(telephone("(030) 1234")).toBe("tel:0301234");
  for (const words of ["call me", "", "12", "0800 REACH US", "+1 415 555 0123 or 0124", " ".repeat(90_000)])
    expect(telephone(words)).toBeUndefined();
});

test("a number or e-mail address that is none is shown as it was written, without a link, and its line is named", async () => {
  const content = "name: Grace\nphone: call me\nemail: at reception";
  expect(markupOf("person", content)).toContain('<p class="contacts"><bdi>at reception</bdi><bdi>call me</bdi></p>');
  expect((await warningsOf(withEntry("person", content), "tenant")).map(({ message }) => message)).toEqual([
    'line 3: "at reception" is no e-mail address: it is shown without a link',
    'line 2: "call me" is no telephone number: it is shown without a link',
  ]);
});

test("a link without words has words of its own", () => {
  for (const content of ["# Hello\n[](https://www.x.example/)", "# Team\nprice: 1\n[ ](https://www.x.example/)"]) {
    const type = content.includes("price") ? "pricing" : "hero";
    expect(markupOf(type, content)).toMatch(/<a class="button[^>]*>Open<\/a>/);
  }
  expect(markupOf("person", "name: Grace\n[](https://x.example/)")).toMatch(/<a class="button"[^>]*>Open<\/a>/);
  expect(markupOf("markdown", "[](https://www.x.example/)")).toContain(">x.example</a>");
});

test("an image at a path of the page's own host is left out with a warning, because there is none", async () => {
  for (const [type, content] of [
    ["image", "![Our office](/office.png)"],
    ["markdown", "![Our office](/office.png)"],
    ["gallery", "![Our office](/office.png)"],
    ["hero", "# Hello\n![Our office](/office.png)"],
  ] as const) {
    expect(markupOf(type, content)).not.toMatch(/<img|office\.png/);
    expect((await warningsOf(withEntry(type, content), "tenant")).map(({ code }) => code)).toEqual(["image_not_shown"]);
  }
});

test("an identifier is no address: its words are shown without a link, and its place is named", async () => {
  expect(markupOf("markdown", `[The pack](${assetId})`)).toBe("<h2>A topic</h2><p>The pack</p>");
  expect(await codesOf(withEntry("markdown", `[The pack](${assetId})`))).toEqual([
    ["topics[0].entries[0].content", "action_not_shown"],
  ]);
});

test("a link of the footer that leads nowhere is shown by its words, and its place is named", async () => {
  const links = ["", "https://x.example/"].map((url) => ({ id: "", text: "Imprint", url }));
  const document = pageDocument({ topics: [], assets: {}, page: pageOf({ footerLinks: [{ id: "", title: "", links }] }) });
  expect(shown(document)).toContain('<ul><li>Imprint</li><li><a href="https://x.example/"');
  expect(await codesOf(document)).toContainEqual(["footerLinks[0].links[0].url", "action_not_shown"]);
});
