import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { PageDocument } from "../../server/rendering";
import {
  action,
  assetId,
  assetScope,
  contactForm,
  ownAddress,
  pageDocument,
  pageOf,
  pageToken,
  renderWhole,
  shown,
  shownEntry,
  signer,
  topic,
} from "../support/samples/page-document";

const pageTypes = ["inbound", "outbound", "call_followup", "sales_deck", "custom"] as const;
const render = (changes: Partial<PageDocument> = {}) => renderWhole(pageDocument(changes), assetScope);

describe("what is on a page", () => {
  test.each(pageTypes)("a %s page shows every part once, under a single first heading, in its own arrangement", (pageType) => {
    const html = shown({ page: pageOf({ pageType }) });
    expect(html).toContain(`<body class="${pageType}">`);
    expect(html.match(/<h1[ >]/g)?.length).toBe(1);
    expect(html.match(/<main id="main">/g)?.length).toBe(1);
    expect(html.match(/class="topic"/g)?.length).toBe(8);
    for (const text of ["Northwind Analytics", "Ada Lovelace", "Book a demo", "Trusted by teams", "Ask a question", "Imprint"]) {
      expect(html).toContain(text);
    }
    expect(html).toContain("Numbers that your whole team trusts");
  });

  test("small topics of a deck that follow each other share a slide, as evenly as can be, and others have their own", () => {
    const small = (title: string) => topic(title, [["text", "A line or two."]]);
    const large = (title: string) => topic(title, [["text", "A line or two. ".repeat(40)]]);
    const slides = (topics: ReturnType<typeof topic>[], pageType: (typeof pageTypes)[number] = "sales_deck") => {
      const html = shown({ page: pageOf({ pageType }), topics, topicIds: topics.map(({ topicId }) => topicId) });
      const titles = (part: string) =>
        [...part.matchAll(/<section class="topic"[^>]*><h2>(.*?)<\/h2>/g)].map(([, title]) => title);
      const groups = [...html.matchAll(/<div class="group">(.*?)<\/section><\/div>/gs)].map(([, part = ""]) => titles(part));
      expect(titles(html)).toEqual(topics.map(({ title }) => title));
      return groups;
    };
    expect(slides([large("A"), small("B"), small("C"), large("D"), small("E")])).toEqual([["B", "C"]]);
    expect(slides(["A", "B", "C"].map(small))).toEqual([["A", "B", "C"]]);
    expect(slides(["A", "B", "C", "D"].map(small))).toEqual([
      ["A", "B"],
      ["C", "D"],
    ]);
    expect(slides(["A", "B", "C", "D", "E"].map(small))).toEqual([
      ["A", "B", "C"],
      ["D", "E"],
    ]);
    expect(slides([small("A"), topic("B", [["stats", "- 1 | one"]]), small("C")])).toEqual([]);
    expect(slides(["A", "B"].map(small), "inbound")).toEqual([]);
  });

  test("says which person and company it is for, as far as they are known", () => {
    const recipient = (changes: Partial<PageDocument>) =>
      /<p class="for[^"]*">(.*?)<\/p>/
        .exec(shown(changes))?.[1]
        ?.replace(/<[^>]*>/g, "")
        .trim();
    const account = { ...pageDocument().account!, name: null };
    expect(recipient({})).toBe("For Ada Lovelace &middot; Analytical Engines");
    expect(recipient({ account })).toBe("For Ada Lovelace &middot; engines.example");
    expect(recipient({ person: null, account })).toBe("For engines.example");
    expect(recipient({ person: null, account: null })).toBeUndefined();
  });

  test("never shows contexts, purposes or the names of scripts", () => {
    const scripts = [{ content: "1", enabled: true, name: "script-name-secret", description: "script-secret" }];
    for (const pageType of pageTypes) expect(shown({ page: pageOf({ pageType, scripts }) })).not.toContain("secret");
  });

  test("shows topics in the document's order, and those it does not name last", () => {
    const [one, two, three] = ["One", "Two", "Three"].map((title) => topic(title, []));
    const topics = [one!, two!, three!];
    const order = (topicIds: string[]) =>
      [...shown({ topics, topicIds }).matchAll(/<section class="topic" id="topic-\d+"><h2>(\w+)</g)].map(([, title]) => title);
    expect(order([three!.topicId, one!.topicId, two!.topicId])).toEqual(["Three", "One", "Two"]);
    expect(order([two!.topicId, "topic_gone", two!.topicId])).toEqual(["Two", "One", "Three"]);
  });

  test("lists topics in the same order in the table of contents", () => {
    const [one, two] = [topic("One", []), topic("Two", [])];
    const html = shown({
      page: pageOf({ pageType: "custom" }),
      topics: [one, two],
      topicIds: [two.topicId, one.topicId],
    });
    expect(html).toContain('<li><a href="#topic-2">Two</a></li><li><a href="#topic-1">One</a></li>');
  });

  test("shows entries by their type, and those of an unknown type as text", () => {
    expect(shownEntry("text", "One\ntwo\n\nThree <b>")).toContain("<p>One<br/>two</p><p>Three &lt;b&gt;</p>");
    expect(shownEntry("hologram", "*As* it is")).toContain("<p>*As* it is</p>");
    expect(shownEntry("constructor", "Still text")).toContain("<p>Still text</p>");
    expect(shownEntry("markdown", "**Bold**")).toContain("<p><strong>Bold</strong></p>");
    expect(shownEntry("link", "https://a.example/x\nRead on")).toContain(
      '<a href="https://a.example/x" rel="noreferrer">Read on</a>',
    );
    expect(shownEntry("link", "[Read on](/x)")).toContain('<a href="/x">Read on</a>');
    expect(shownEntry("faq", "Why?\nBecause *so*.")).toContain(
      '<div class="faq"><details><summary>Why?</summary><div><p>Because <em>so</em>.</p></div></details></div>',
    );
  });

  test("groups consecutive questions", () => {
    const one = topic("Faq", [
      ["faq", "One?\n1"],
      ["faq", "Two?\n2"],
      ["text", "Between"],
      ["faq", "Three?\n3"],
    ]);
    const html = shown({ topics: [one], topicIds: [one.topicId] });
    expect(html.match(/<div class="faq">/g)?.length).toBe(2);
    expect(html.match(/<details>/g)?.length).toBe(3);
  });

  test("links each type of action to where it leads", () => {
    const actions = [
      action("1", "url", "Url", "https://a.example/"),
      action("2", "email", "Mail", "grace@a.example"),
      action("3", "email", "Mailto", "mailto:grace@a.example?subject=Hi"),
      action("4", "phone", "Phone", "+1(415)555-0123"),
      action("5", "download", "Download", "/file.pdf"),
      action("6", "teleport", "Teleport", "/there"),
      action("7", "url", "Nowhere", ""),
      action("8", "form", "No such form", "", { formId: "form_gone" }),
    ];
    const html = shown({ page: pageOf({ pageType: "custom", actions, headerActionId: null }) });
    const buttons = [...html.matchAll(/<a class="button[^"]*" href="([^"]*)"([^>]*)>([^<]*)</g)].map(([, ...parts]) => parts);
    expect(buttons).toEqual([
      ["https://a.example/", ' rel="noreferrer"', "Url"],
      ["mailto:grace@a.example", "", "Mail"],
      ["mailto:grace@a.example?subject=Hi", "", "Mailto"],
      ["tel:+14155550123", "", "Phone"],
      ["/file.pdf", " download", "Download"],
      ["/there", "", "Teleport"],
    ]);
    expect(html).not.toContain("Nowhere");
  });

  test("never shows a button without words", () => {
    const actions = [action("1", "url", "{{ person.phoneNumber }}", "/a"), action("2", "url", " ", "/b")];
    const html = shown({ page: pageOf({ actions, headerActionId: null }) });
    expect(html).toContain('<a class="button main" href="/a">Open</a>');
    expect(html).not.toContain('href="/b"');
  });

  test("shows the form of an action, with the action's own instructions if it has any", () => {
    const html = shown();
    expect(html).toContain('href="#form-1"');
    expect(html).toContain('<section class="form" id="form-1"');
    expect(html).toContain("Tell us where to reach you, Ada.");
    const actions = [action("contact", "form", "Talk", "", { formId: contactForm.formId, formInstructions: "Only your name" })];
    const own = shown({ page: pageOf({ actions, headerActionId: null }) });
    expect(own).toContain("<p>Only your name</p>");
    expect(own).not.toContain("Tell us where");
  });

  test("has plain HTML forms that send their page, form and action along", () => {
    const html = shown();
    const form = /<form method="post" action="\/_foyer\/forms\?language=en">.*?<\/form>/s.exec(html)?.[0] as string;
    expect(form).toContain(`<input type="hidden" name="page" value="${pageToken}"/>`);
    expect(form).toContain(`<input type="hidden" name="form" value="${contactForm.formId}"/>`);
    expect(form).toContain('<input type="hidden" name="action" value="contact"/>');
    for (const { name, label } of contactForm.fields) {
      expect(form).toContain(`<label for="form-1-${name}">${label.replace("E-mail", "Email")}`);
      expect(form).toMatch(new RegExp(`<(input|select|textarea)[^>]* id="form-1-${name}" name="${name}"`));
    }
    expect(form).toContain('type="email" inputmode="email" autocomplete="email"');
    expect(form).toContain("<option>11 to 50</option>");
    const ask = /<form method="post" action="\/_foyer\/ask\?language=en">.*?<\/form>/s.exec(html)?.[0] as string;
    expect(ask).toContain(`<input type="hidden" name="page" value="${pageToken}"/>`);
    expect(ask).toMatch(/<textarea[^>]* name="question" maxlength="4000"/);
  });
});

describe("images", () => {
  const source = `/_foyer/assets/${assetScope.tenantId}/${assetId}/${signer.sign("page-asset", `${assetScope.tenantId} ${assetId}`)}`;

  test("are loaded only from the page's own origin", () => {
    const image = (altText: string, url: string, asset: string) => ({ image: { altText, url, fileId: "", assetId: asset } });
    const logos = [image("Ours", "", assetId), image("Theirs", "https://cdn.example/x.png", ""), image("Path", "/x.png", "")];
    const html = shown({
      page: pageOf({ actionCardWidgets: [{ type: "logos", title: "", logos }] }),
      brand: { ...pageDocument().brand!, logo: { assetId, url: null, altText: "Northwind" } },
    });
    expect(html).toContain(`<img src="${source}" alt="Northwind" decoding="async"/>`);
    expect(html).toContain(`<img src="${source}" alt="Ours" loading="lazy"`);
    // No file is served at such a path, and a broken image would be seen.
    expect(html).toContain("<li>Path</li>");
    expect(html).toContain("<li>Theirs</li>");
    expect(html).not.toContain("cdn.example");
  });

  test("keep a distance from the text before them, and logos keep a light background in dark mode", () => {
    expect(shownEntry("markdown", `Text ![A chart](${assetId})`)).toContain(`<img class="after" src="${source}"`);
    expect(shownEntry("markdown", `![A chart](${assetId}) Text`)).toContain(`<img src="${source}"`);
    const inDarkMode = (background: string | null) =>
      shown({ brand: { ...pageDocument().brand!, colors: { primary: null, background, text: null } } });
    expect(inDarkMode("#fafafa")).toMatch(
      /@media screen and \(prefers-color-scheme:dark\)\{[^@]*\.brand>img\{background:#fafafa;/,
    );
    expect(inDarkMode("#101010").split("@media print")[0]).not.toContain(".brand>img{");
  });

  test("in entries are assets, and images elsewhere become links", () => {
    expect(shownEntry("image", assetId)).toContain(`<img src="${source}" alt=""`);
    expect(shownEntry("image", `![A chart](${assetId})`)).toContain(`<img src="${source}" alt="A chart"`);
    expect(shownEntry("markdown", `![A chart](${assetId})`)).toContain(`<img src="${source}" alt="A chart"`);
    expect(shownEntry("image", "![A chart](https://cdn.example/x.png)")).toContain(
      '<a href="https://cdn.example/x.png" rel="noreferrer">A chart</a>',
    );
    expect(shownEntry("markdown", "![A chart](//cdn.example/x.png)")).not.toContain("<img");
  });
});

describe("safety", () => {
  test("lists the hash of every script and stylesheet in the page for the Content-Security-Policy", () => {
    const scripts = [
      { content: "console.log('one')\r\n", enabled: true, name: "", description: "" },
      { content: "console.log('off')", enabled: false, name: "", description: "" },
      { content: "  ", enabled: true, name: "", description: "" },
      {
        content: 'const s = "<!-- <script>x</script>"; /<\\/Script/; const v = "\ufdd2"',
        enabled: true,
        name: "",
        description: "",
      },
    ];
    const { html, sources } = render({ page: pageOf({ scripts }) });
    const hashes = (tag: string) =>
      [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, "gs"))].map(
        ([, content]) => `'sha256-${createHash("sha256").update(content!).digest("base64")}'`,
      );
    expect(hashes("script").length).toBe(2);
    expect(sources).toBe(`script-src 'self' ${hashes("script").join(" ")}; style-src ${hashes("style").join(" ")}`);
    expect(html).not.toContain("'off'");
    expect(render().sources).toMatch(/^script-src 'self'; style-src 'sha256-/);
    expect(html).not.toMatch(/ style="| on\w+="/);
  });

  test("a script can't end its element, and still does the same", () => {
    const content = `globalThis.told = ["</script>", "<!--<SCRIPT>", /<\\/?script/.source.length, \`</Script \${1}\`]`;
    const html = shown({ page: pageOf({ scripts: [{ content, enabled: true, name: "", description: "" }] }) });
    const emitted = /<script>(globalThis.*?)<\/script><\/body>/s.exec(html)?.[1] as string;
    expect(emitted).not.toMatch(/<\/?script/i);
    const run = (code: string) => new Function(`${code}; return globalThis.told`)();
    expect(run(emitted).slice(0, 2)).toEqual(["</script>", "<!--<SCRIPT>"]);
    expect(run(emitted)[3]).toBe("</Script 1");
  });

  test("placeholders that somebody writes into texts and names are never filled in", () => {
    const placeholders = "\ufdd0\ufdd00\ufdd1\ufdd2\ufdd3<foyer:address><foyer:token>";
    const plain = shown({ page: pageOf({ pageType: "custom" }) });
    const html = shown({
      page: pageOf({
        pageType: "custom",
        title: `T${placeholders}`,
        actions: [action(placeholders, "url", `B${placeholders}`, `/x${placeholders}`)],
      }),
      person: { ...pageDocument().person!, name: `N${placeholders}` },
      metadata: { ...pageDocument().metadata!, title: `{{ person.name }}${placeholders}` },
      topics: [topic(`T${placeholders}`, [["markdown", `M${placeholders} &#xfdd2; [a](/x?y=${placeholders})`]])],
    });
    const count = (text: string, part: string) => text.split(part).length - 1;
    expect(html).not.toMatch(/[\ufdd0\ufdd1]/);
    expect(count(html, ownAddress)).toBe(count(plain, ownAddress));
    expect(count(html, pageToken)).toBeLessThanOrEqual(count(plain, pageToken));
  });

  test("loads nothing from another origin", () => {
    for (const pageType of pageTypes) {
      const html = shown({ page: pageOf({ pageType }) });
      expect([...html.matchAll(/ src="([^"]*)"/g)].filter(([, address]) => !address!.startsWith("/_foyer/"))).toEqual([]);
      expect(html).not.toMatch(/@import|url\(|<link rel="(stylesheet|preload|preconnect)/);
    }
  });
});

test.each(pageTypes)("a typical %s page fits into one round trip, everything included", (pageType) => {
  const html = Buffer.from(shown({ page: pageOf({ pageType }) }));
  expect(brotliCompressSync(html).length).toBeLessThan(8_000);
  expect(gzipSync(html).length).toBeLessThan(14_000);
});
