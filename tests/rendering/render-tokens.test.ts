import { describe, expect, test } from "bun:test";
import type { PageDocument } from "../../server/rendering";
import { renderPage } from "../../server/rendering";
import { action, assetScope, contactForm, pageDocument, pageOf, renderWhole, topic } from "../support/samples/page-document";

const person = pageDocument().person!;
const shown = (changes: Partial<PageDocument>) => renderWhole(pageDocument(changes), assetScope).html;

/** A page with the text in every field that a visitor sees. */
function everywhere(text: string): Partial<PageDocument> {
  const one = topic(`topic ${text}`, [
    ["text", `text ${text}`],
    ["markdown", `markdown **${text}** \`${text}\` [${text}](/x?q=${text})\n\n| ${text} |\n| --- |\n| ${text} |`],
    ["faq", `question ${text}\nanswer ${text}`],
    ["link", `/y\nlink ${text}`],
    ["hologram", `unknown ${text}`],
  ]);
  const title = `meta ${text}`;
  return {
    page: pageOf({
      title: `title ${text}`,
      pageType: "custom",
      actions: [action("contact", "form", `button ${text}`, "", { formId: contactForm.formId })],
      headerActionId: "contact",
      actionCardWidgets: [
        {
          type: "logos",
          title: `card ${text}`,
          logos: [{ image: { altText: `logo ${text}`, url: "", fileId: "", assetId: "" } }],
        },
      ],
      footerLinks: [{ id: "1", title: `group ${text}`, links: [{ id: "1", text: `footer ${text}`, url: "/z" }] }],
    }),
    brand: null,
    forms: [
      {
        ...contactForm,
        name: `form ${text}`,
        instructions: `instructions ${text}`,
        fields: [{ name: "pick", label: `label ${text}`, type: "select", required: true, options: [`option ${text}`] }],
      },
    ],
    metadata: { title, description: `description ${text}`, keywords: [`keyword ${text}`], author: `author ${text}`, robots: [] },
    topics: [one],
    topicIds: [one.topicId],
  };
}

const fields =
  "title topic text markdown question answer link unknown button card logo group footer form instructions label option meta description keyword author".split(
    " ",
  );

describe("tokens", () => {
  test("are filled in wherever a page shows a text", () => {
    const html = shown(everywhere("{{ person.firstName | upcase }}"));
    for (const field of fields) expect(html.replace(/<strong>/g, "")).toContain(`${field} ADA`);
    expect(html).not.toContain("{{");
    expect(html).toContain('<a href="/x?q=ADA">ADA</a>');
    expect(html).toContain("<th>ADA</th>");
    expect(html).toContain("<code>ADA</code>");
  });

  test("show their default, or nothing, where data is missing", () => {
    const nobody = { person: null, account: null };
    const html = shown({ ...everywhere('{{ person.firstName | default: "there" }}{{ account.name }}.'), ...nobody });
    for (const field of fields) expect(html.replace(/<strong>/g, "")).toContain(`${field} there.`);
  });

  test("that are broken or unknown never reach a visitor", () => {
    for (const broken of [
      "{{ person.shoeSize }}",
      "{{ person.name | explode }}",
      "{{ person.name",
      "{% for a in b %}x{% endfor %}",
    ]) {
      const html = shown(everywhere(`before ${broken} after`));
      expect(html).not.toMatch(/\{\{|\{%|shoeSize|explode|endfor/);
    }
  });

  const names = [
    `<script>alert(1)</script>`,
    `"><img src=x onerror=alert(1)>`,
    `' onmouseover='alert(1)`,
    "{{ person.email }}{% raw %}",
    "**bold** [x](javascript:alert(1)) <b>",
    "&lt;b&gt; &amp;",
    "\ufdd00\ufdd1\ufdd2",
    "`code` | pipe | \n\n# heading",
  ];

  test.each(names)("are filled in as plain text, whatever the value is: %s", (name) => {
    const text = "{{ person.name }}";
    const html = shown({ ...everywhere(text), person: { ...person, name } });
    const safe = name
      .replace(/[\ufdd0-\ufddf]/g, "\ufffd")
      .replace(/&/g, "&amp;")
      .replace(/</g, "&lt;")
      .replace(/>/g, "&gt;")
      .replace(/"/g, "&quot;")
      .replace(/'/g, "&#39;");
    for (const field of fields) expect(html.replace(/<strong>/g, "")).toContain(`${field} ${safe}`);
    expect(html).toContain(`<strong>${safe}</strong>`);
    expect(html).toContain(`<a href="/x?q=${encodeURIComponent(name.replace(/[\ufdd0-\ufddf]/g, "\ufffd"))}">${safe}</a>`);
    expect(html).not.toContain("ada@engines.example");
    expect(html).not.toMatch(/<(img|script(?! type="application))/);
  });

  test("in an address are filled in only in query values, and encoded", () => {
    const hrefs = (url: string, name = "a&b=c#d/../?e f") => {
      const page = pageOf({ pageType: "custom", actions: [action("1", "url", "Go", url)], headerActionId: null });
      return [...shown({ page, person: { ...person, name } }).matchAll(/class="button main" href="([^"]*)"/g)].map(
        ([, href]) => href,
      );
    };
    expect(hrefs("https://a.example/?n={{person.name}}&x=1")).toEqual([
      "https://a.example/?n=a%26b%3Dc%23d%2F..%2F%3Fe%20f&amp;x=1",
    ]);
    expect(hrefs("https://{{person.name}}.example/")).toEqual([]);
    expect(hrefs("{{person.name}}")).toEqual([]);
    expect(hrefs("/{{person.name}}?x=1")).toEqual([]);
    expect(hrefs("/x#{{person.name}}")).toEqual([]);
    expect(hrefs("/x?n={{person.name}}", "half a character \ud83d")).toEqual(["/x?n=half%20a%20character%20%EF%BF%BD"]);
  });

  describe("that make a page too large", () => {
    const most = `{{ "${"&".repeat(300)}" | replace: "&", "${"&".repeat(300)}" }}`;
    const small = `{{ "${"&".repeat(300)}" | replace: "&", "${"&".repeat(300)}" | truncate: 1, "" }}`;
    const bomb = (token: string) => {
      const entries = Array.from({ length: 20 }, () => ["text", `${token} `.repeat(40)] as const);
      const one = topic("Bomb", [...entries, ["text", "the end"]]);
      return pageDocument({ topics: [one], topicIds: [one.topicId] });
    };

    test.each([
      ["the result", most],
      ["what a filter produces on the way", small],
    ])("are refused as soon as %s is too long", (_, token) => {
      const before = process.cpuUsage();
      expect(() => renderWhole(bomb(token), assetScope)).toThrow("larger than 8388608 bytes");
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1_000).toBeLessThan(1_500);
    });

    test("are left out when the page must be rendered anyway, and the rest is shown", () => {
      const { html } = renderPage(bomb(most), assetScope, "leave out");
      expect(html.length).toBeLessThan(9_000_000);
      expect(html).toContain("the end</p>");
    });
  });

  test("in a page's title are filled in once, even where another text shows the title", () => {
    const page = pageOf({ title: "For {{ person.name }} {{ page.title }}", pageType: "custom" });
    const one = topic("Again: {{ page.title }}", []);
    const html = shown({ page, topics: [one], topicIds: [one.topicId], person: { ...person, name: "{{ person.email }}" } });
    expect(html).toContain("Again: For {{ person.email }} </");
  });

  test("filled in for one audience never show on the page of another", () => {
    const shared = pageDocument({ topics: [topic("Hello {{ person.firstName }}", [])] });
    const pages = ["Ada", "Katherine", "Joan"].map((name) => ({
      name,
      html: renderWhole({ ...shared, person: { ...person, name } }, assetScope).html,
    }));
    for (const { name, html } of pages) {
      expect(html).toContain(`Hello ${name}<`);
      for (const other of pages) if (other.name !== name) expect(html).not.toContain(other.name);
    }
  });

  test("and overrides of one audience do not change the page of the next", () => {
    const shared = pageDocument();
    const overridden = {
      ...shared,
      page: { ...shared.page, actions: shared.page.actions.map((one) => ({ ...one, url: "https://only-one.example/" })) },
      metadata: { ...shared.metadata!, title: "Only one" },
    };
    const [before, own, after] = [shared, overridden, shared].map((document) => renderWhole(document, assetScope).html);
    expect(own).toContain("https://only-one.example/");
    expect(own).toContain("<title>Only one</title>");
    expect(after).toBe(before as string);
    expect(before).not.toContain("only-one");
  });
});
