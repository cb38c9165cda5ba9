import { describe, expect, test } from "bun:test";
import { warningsOf } from "../../server/rendering";
import { blocks } from "../../server/rendering/blocks";
import { assetId } from "../support/samples/page-document";
import { assetsOf, markupOf, withEntry } from "../support/samples/page-entry";

const lines = {
  "an introduction": "Introwords of it:",
  "a heading": "## Headwords",
  "a list": "- Itemwords | cellwords | morewords\n- otherwords",
  "a quote": "> Quotedwords",
  "a link": "[Linkwords](https://link.example/)",
  "another field": "role: Rolewords\nrole: Againwords\nkind: tip\nkind: Kindwords",
};

describe.each(Object.entries(blocks))("in the block %s", (type, { example }) => {
  const content = example.replaceAll("asset_…", assetId);

  test("every line is shown, or its place is named, before and after the lines that the block is made of", async () => {
    for (const line of Object.values(lines)) {
      for (const whole of [`${line}\n${content}`, `${content}\n${line}`]) {
        const warned = (await warningsOf(withEntry(type, whole), "tenant")).map(({ message }) => message).join();
        const seen = `${markupOf(type, whole)} ${warned}`;
        for (const word of whole.match(/\w+words\b/g) ?? [])
          expect([whole, seen]).toEqual([whole, expect.stringContaining(word)]);
      }
    }
  });

  test("an image more is shown, or its place is named", async () => {
    const markup = markupOf(type, content);
    const whole = `${content}\n\n![A view](${assetId})`;
    const warned = await warningsOf(withEntry(type, whole, { [assetId]: Object.values(assetsOf(""))[0]! }), "tenant");
    const isMore = (one: string) => (one.match(/<img/g) ?? []).length > (markup.match(/<img/g) ?? []).length;
    expect(isMore(markupOf(type, whole)) || warned.length > 0).toBe(true);
  });
});

test("what stands around figures, steps and logos is shown as Markdown, in its place", () => {
  for (const [type, line] of [
    ["stats", "- 3 | days"],
    ["features", "- Fast | by day"],
    ["steps", "- Send it | Grace"],
    ["logos", "- Contoso"],
    ["attendees", "- Dana | CFO"],
    ["gallery", `![A](${assetId})`],
    ["comparison", "| | Us |\n| --- | --- |\n| Fast | yes |"],
  ] as const) {
    const markup = markupOf(type, `## In short\nLast **year**:\n\n${line}\n\n[Source](https://source.example/)`);
    expect(markup).toMatch(/^<h2>A topic<\/h2><h3>In short<\/h3><p>Last <strong>year<\/strong>:<\/p><(dl|ul|ol|div)/);
    expect(markup).toEndWith('<p><a href="https://source.example/" rel="noreferrer">Source</a></p>');
  }
});

test("a hero and a person have lists, quotes and further images within their Markdown", () => {
  for (const start of ["# Close the books", "name: Grace"]) {
    const type = start.startsWith("#") ? "hero" : "person";
    const content = `${start}\n![A](${assetId})\nWhat changes:\n- No sheets\n- One ledger\n\n> A word\n\n![B](${assetId})`;
    const markup = markupOf(type, content);
    expect(markup).toContain("<p>What changes:</p><ul><li>No sheets</li><li>One ledger</li></ul><blockquote><p>A word</p>");
    expect(markup.match(/<img/g)?.length).toBe(2);
  }
});

test("a price has all of its parts", () => {
  const price = (written: string) => /<p class="price">.*?<\/p>/.exec(markupOf("pricing", `## Team\nprice: ${written}`))?.[0];
  expect(price("€390 / user / month")).toBe('<p class="price"><b><bdi>€390</bdi></b> <span>/ user / month</span></p>');
  expect(price("€390/month")).toContain("<span>/ month</span>");
  expect(price("Ask us")).toBe('<p class="price"><b><bdi>Ask us</bdi></b></p>');
});

test("the words before the first plan stand above all plans", () => {
  const markup = markupOf("pricing", "Prices without tax.\n## Team\nprice: 1\n## All\nprice: 2");
  expect(markup).toStartWith('<h2>A topic</h2><p>Prices without tax.</p><div class="b-plans');
});

test("a name after a hyphen is who is quoted; a list of several is a list", () => {
  const quote = markupOf("quote", "> Nobody stayed late.\n- Dana, VP Finance");
  expect(quote).toContain("<b>Dana</b><span>VP Finance</span>");
  const listed = markupOf("quote", "> Nobody stayed late.\n- on Monday\n- on Tuesday\n— Dana");
  expect(listed).toContain("<b>Dana</b>");
  expect(listed).toEndWith("<ul><li>on Monday</li><li>on Tuesday</li></ul>");
  expect(markupOf("quote", "role: CFO\n> Nobody stayed late.\n— Dana")).toContain("CFO");
});

test("every owner and date of a step is shown", () => {
  const step = markupOf("steps", "- Do it | Grace | Omar | 2026-12-01 | 2026-12-05");
  expect(step).toMatch(/owner">Grace<.*owner">Omar<.*Dec 1, 2026<.*Dec 5, 2026</);
});

test("a cell beyond the columns of a comparison is named by its line", async () => {
  const warned = await warningsOf(withEntry("comparison", "| | Us |\n| --- | --- |\n| Fast | yes | twice |"), "tenant");
  expect(warned.map(({ message }) => message)).toEqual(['line 3: "twice" is in no column, and is left out']);
});

test.each([
  ["pricing", "## The **T**\nprice: 1\n- **T** and [a link](https://x.example/)"],
  ["quote", "> We closed **T** on [a link](https://x.example/)\n— **T**, CFO"],
  ["stats", "- 3 | **T** and [a link](https://x.example/)"],
  ["features", "- **T** | and [a link](https://x.example/)"],
  ["steps", "- **T** | [a link](https://x.example/) | 2026-12-01"],
  ["attendees", "- **T** | [a link](https://x.example/)"],
  ["comparison", "| | Us |\n| --- | --- |\n| **T** | [a link](https://x.example/) |"],
  ["logos", "- **T** [a link](https://x.example/)"],
  ["callout", "## **T**\n[a link](https://x.example/)"],
  ["hero", "# The **T** [a link](https://x.example/)"],
  ["person", "name: **T**\nrole: [a link](https://x.example/)"],
])("emphasis and links are read everywhere in %s: %j", (type, content) => {
  const markup = markupOf(type, content);
  expect(markup).toContain("<strong>T</strong>");
  expect(markup).toContain('<a href="https://x.example/" rel="noreferrer">a link</a>');
  expect(markup).not.toMatch(/\*\*|\]\(/);
});

test("emphasis around the name of a column is no mark of the best one", () => {
  const table = (names: string) => markupOf("comparison", `| | ${names} |\n| --- | --- |\n| Fast | 1 | 2 |`);
  expect(table("**Us** | Them")).not.toContain('class="best"');
  expect(table("**Us** * | Them")).toContain('<th scope="col" class="best"><strong>Us</strong></th>');
});

test("a button's words have no link within the link", () => {
  expect(markupOf("hero", "# Hello\n[**Go** to [x](y)](https://x.example/)").match(/<a /g)?.length).toBe(1);
});

test.each(["hero", "stats", "pricing"])("%s that can't be read is shown without identifiers of assets", (type) => {
  const markup = markupOf(type, `Welcome aboard\n![A view](${assetId})\n[The pack](${assetId})\nposter: ${assetId}`);
  expect(markup).toContain("Welcome aboard<br/>A view<br/>The pack");
  expect(markup).not.toMatch(/asset_|poster|\]\(/);
});

test("plain text that names an asset is shown without it, and its place is named", async () => {
  const content = `Our office ![The door](${assetId})`;
  expect(markupOf("text", content)).toBe("<h2>A topic</h2><p>Our office The door</p>");
  expect((await warningsOf(withEntry("text", content), "tenant")).map(({ code }) => code)).toEqual(["image_not_shown"]);
});
