import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { contrastOf, edgeOf, minContrast, palettesOf } from "../../server/rendering/style/colors";
import { action, assetScope, contactForm, pageDocument, pageOf, renderWhole, topic } from "../support/samples/page-document";

const schemes = ["javascript", "data", "vbscript", "file", "blob", "about", "filesystem", "view-source", "jar", "ws"];
const spellings = schemes.flatMap((scheme) => [
  `${scheme}:alert(1)`,
  `${scheme.toUpperCase()}:alert(1)`,
  ` ${scheme}:alert(1)`,
  `\u0001${scheme}:alert(1)`,
  `${scheme.slice(0, 2)}\t${scheme.slice(2)}:alert(1)`,
  `${scheme.slice(0, 2)}\n${scheme.slice(2)}:alert(1)`,
  `${scheme}\u00a0:alert(1)`,
  `${scheme}&colon;alert(1)`,
  `&#${scheme.charCodeAt(0)};${scheme.slice(1)}:alert(1)`,
  `&#x${scheme.charCodeAt(0).toString(16)};${scheme.slice(1)}:alert(1)`,
  `${scheme}:{{ person.name }}`,
  `{{ person.firstName | remove: "Ada" }}${scheme}:alert(1)`,
  `\\${scheme}:alert(1)`,
]);

test("addresses and texts full of special characters are rendered quickly", () => {
  const address = `/x${"?".repeat(90_000)}#{{ person.name }}`;
  const one = topic("{{".repeat(2_500), [
    ["link", address],
    ["markdown", `[x](${address})`],
    ...Array.from({ length: 100 }, () => ["hologram", "{{".repeat(50_000)] as const),
  ]);
  const before = process.cpuUsage();
  renderWhole(pageDocument({ topics: [one], topicIds: [one.topicId] }), assetScope);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(600);
});

test("no spelling of a forbidden scheme reaches an address, in any field", () => {
  expect(spellings.length).toBeGreaterThanOrEqual(50);
  for (const address of spellings) {
    const one = topic("Topic", [
      ["link", address],
      ["link", `[x](${address})`],
      ["link", `${address}\nTitle`],
      ["image", address],
      ["image", `![x](${address})`],
      [
        "markdown",
        `[x](${address}) [x](<${address}>) ![x](${address}) <${address}> [r]\n\n[r]: ${address}\n\n<a href="${address}">x</a>`,
      ],
      ["faq", `Q\n[x](${address})`],
      ["text", address],
      ["features", `- [x](${address}) | [x](${address})`],
      ["pricing", `[x](${address})\n# [x](${address})\nprice: [x](${address})\n- [x](${address})`],
      ["stats", `- [x](${address}) | ![x](${address})\n[x](${address})`],
      ["quote", `> [x](${address})\n— [x](${address})`],
      ["person", `name: [x](${address})\nemail: ${address}\nphone: ${address}\nlinkedin: ${address}\nbooking: ${address}`],
      ["hero", `# [x](${address})\n[x](${address})\n![x](${address})`],
    ]);
    const { html } = renderWhole(
      pageDocument({
        page: pageOf({
          actions: ["url", "email", "phone", "download", "other", "form"].map((type) =>
            action(`${type}`, type, "Go", address, { formId: contactForm.formId }),
          ),
          headerActionId: "url",
          actionCardWidgets: [
            { type: "x", title: "", logos: [{ image: { altText: "x", url: address, fileId: address, assetId: address } }] },
          ],
          footerLinks: [{ id: "1", title: "", links: [{ id: "1", text: "x", url: address }] }],
        }),
        brand: { ...pageDocument().brand!, logo: { assetId: null, url: address, altText: "x" } },
        metadata: { canonicalUrl: address, ogUrl: address, ogImageUrl: address, twitterImageUrl: address, robots: [] },
        topics: [one],
        topicIds: [one.topicId],
      }),
      assetScope,
    );
    const addresses = [...html.matchAll(/ (?:href|src|action)="([^"]*)"/g)].map(([, value]) => decoded(value as string));
    const wrong = addresses.filter((value) => !value.startsWith("data:image/svg+xml,%3Csvg") && !isHarmless(value));
    expect([address, wrong]).toEqual([address, []]);
    for (const [, content] of html.matchAll(/(?:og:url|og:image|twitter:image)" content="([^"]*)"/g)) {
      expect(isHarmless(decoded(content as string))).toBe(true);
    }
  }
});

/** As a browser parses it. */
function isHarmless(address: string): boolean {
  const url = new URL(address, "https://page.example/");
  return ["http:", "https:", "mailto:", "tel:"].includes(url.protocol);
}

function decoded(value: string): string {
  return value
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&amp;/g, "&");
}

describe("Markdown", () => {
  const markdown = (text: string) => {
    const one = topic("Topic", [["markdown", text]]);
    const { html } = renderWhole(pageDocument({ topics: [one], topicIds: [one.topicId] }), assetScope);
    return /<h2>Topic<\/h2>(.*?)<\/section>/s.exec(html)?.[1] as string;
  };

  test("becomes the matching markup", () => {
    expect(markdown("*a* **b** ~~c~~ `d` e  \nf")).toBe(
      "<p><em>a</em> <strong>b</strong> <del>c</del> <code>d</code> e<br/>f</p>",
    );
    expect(markdown("- a\n- b\n  1. c")).toBe("<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>");
    expect(markdown("3. a\n4. b")).toBe('<ol start="3"><li>a</li><li>b</li></ol>');
    expect(markdown("- [x] a\n- [ ] b")).toContain("☑ ");
    expect(markdown("> a\n\n---\n\n```js\n<b>\n```")).toBe(
      '<blockquote><p>a</p></blockquote><hr/><pre tabindex="0"><code>&lt;b&gt;</code></pre>',
    );
    expect(markdown("AT&amp;T &copy; &#42;x&#42; \\*y\\*")).toBe("<p>AT&amp;T © *x* *y*</p>");
    expect(markdown("https://a.example/?x=1&y=2")).toBe(
      '<p><a href="https://a.example/?x=1&amp;y=2" rel="noreferrer">https://a.example/?x=1&amp;y=2</a></p>',
    );
  });

  test("has headings below the section's heading, with no level skipped", () => {
    const levels = [...markdown("#### a\n\n# b\n\n### c\n\n## d\n\n###### e").matchAll(/<h(\d)>/g)].map(([, level]) => level);
    expect(levels).toEqual(["3", "3", "4", "4", "5"]);
  });

  test("shows HTML as text", () => {
    const html = markdown(
      '<script>alert(1)</script>\n\n<img src=x onerror=alert(1)> and <b onclick="x">b</b>\n\n<div>\n# x\n</div>',
    );
    expect(html).not.toMatch(/<(script|img|b|div)/);
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;");
  });

  const length = 100_000;
  const bombs = [
    "[",
    "]",
    "(",
    ">",
    "> ",
    "*",
    "*a ",
    "**a *b ",
    "_",
    "_a",
    "`",
    "`a``b ",
    "![",
    "[a](",
    "](a)",
    "<",
    "<a ",
    "<!--",
    "&",
  ]
    .concat([
      "\\",
      "~",
      "~~a ",
      "|",
      "|a",
      "|a|b|\n",
      "- ",
      "1. ",
      "- a\n",
      "> a\nb\n",
      "> a\n",
      "# ",
      "#\n",
      "a\n",
      "\n",
      " ",
      "\t",
    ])
    .concat(["[a]: b\n", "<div>\n", "www.", "a@b.", "http://", "{{ person.name }}", "{{", "{%", "- [ ] ", "a\n=\n", "```\n"]);

  test.each(bombs)("of nothing but %j is shown in well under a second", (piece) => {
    const text = piece.repeat(Math.floor(length / piece.length));
    const before = process.cpuUsage();
    const html = markdown(text);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(1_500);
    expect(typeof html).toBe("string");
  });

  const line = `${"a".repeat(40)}\n`;
  test.each([
    ["300 lines in one item", `- ${line.repeat(300)}`],
    ["as many lines in one item as are allowed", `- ${line.repeat(2_000)}`],
    ["longer lines in one item", `- ${`${"a".repeat(100)}\n`.repeat(990)}`],
    ["the longest lines in one item", `- ${`${"a".repeat(9_000)}\n`.repeat(11)}`],
    ["items of 1,900 short lines", `- ${"a\n".repeat(1_900)}\n`.repeat(26)],
    ["items of 1,000 short lines", `- ${"a\n".repeat(1_000)}\n\n`.repeat(49)],
    ["items with empty lines between them", "- a\n\n".repeat(20_000)],
    ["items in items", "- a\n\n  - b\n\n    - c\n\n".repeat(4_000)],
    ["lines that might be underlined", `- ${line.repeat(300)}# b\n===\n`],
  ])("with %s is shown quickly", (_, text) => {
    const before = process.cpuUsage();
    markdown(text);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(400);
  });

  test("has underlined headings, in list items too", () => {
    expect(markdown("a\nb\n===\n\nc\n--\n\nd\n\n---")).toBe("<h3>a\nb</h3><h4>c</h4><p>d</p><hr/>");
    expect(markdown("- a\n  ===\n  b\n- c")).toBe("<ul><li><h3>a</h3>b</li><li>c</li></ul>");
    expect(markdown(`${"a".repeat(1_100)}\n--x\n${"b".repeat(400)}`)).not.toContain("<h");
  });

  test("shows nested lists, and shows them as text when they are nested too deeply", () => {
    const nested = (depth: number) => Array.from({ length: depth }, (_, level) => `${"  ".repeat(level)}- a`).join("\n");
    expect(markdown(nested(5)).match(/<ul>/g)?.length).toBe(5);
    expect(markdown(nested(300))).not.toContain("<ul>");
    expect(markdown(nested(300)).match(/- a/g)?.length).toBe(300);
  });
});

describe("colours", () => {
  const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
  const maybe = fc.option(color, { nil: null });

  test("of any brand are legible, in light and dark mode", () => {
    fc.assert(
      fc.property(fc.record({ primary: maybe, background: maybe, text: maybe }), (colors) => {
        for (const palette of Object.values(palettesOf(colors))) {
          for (const ground of [palette.background, palette.surface]) {
            for (const shade of [palette.text, palette.muted, palette.accent]) {
              expect(contrastOf(shade, ground)).toBeGreaterThanOrEqual(minContrast);
            }
          }
          expect(contrastOf(palette.onFill, palette.fill)).toBeGreaterThanOrEqual(minContrast);
          expect(contrastOf(edgeOf(palette), palette.background)).toBeGreaterThanOrEqual(3);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test("that are legible are not changed", () => {
    const { light } = palettesOf({ primary: "#3d5afe", background: "#fffdf8", text: "#202020" });
    expect([light.accent, light.background, light.text]).toEqual(["#3d5afe", "#fffdf8", "#202020"]);
  });

  test("of a brand with a dark background are the same in light and dark mode", () => {
    const { light, dark } = palettesOf({ primary: "#ffcc00", background: "#101418", text: null });
    expect(light.background).toBe("#101418");
    expect(dark).toEqual(light);
  });
});
