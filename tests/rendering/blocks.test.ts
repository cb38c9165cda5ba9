import { describe, expect, test } from "bun:test";
import { builtInFormId } from "../../contract";
import { warningsOf } from "../../server/rendering";
import { blocks } from "../../server/rendering/blocks";
import { action, assetId, contactForm, pageDocument, pageOf, shown, topic } from "../support/samples/page-document";
import { assets, assetsOf, image, markupOf, video, withEntry } from "../support/samples/page-entry";
import { payloads } from "../support/samples/payloads";

describe.each(Object.entries(blocks))("the block %s", (type, { example }) => {
  const content = example.replaceAll("asset_…", assetId);

  test("is made of its example, without warnings, and is the same in any case", async () => {
    const markup = markupOf(type, content);
    expect(markup).toMatch(/class="[^"]*(b-|plan)/);
    expect(markup).not.toContain("|");
    expect(markup).not.toContain("{{");
    expect(markupOf(type.toUpperCase(), content)).toBe(markup);
    const known = type === "video" ? { ...assetsOf(type) } : assets;
    const warned = (await warningsOf(withEntry(type, content, known), "tenant")).filter(({ location }) =>
      location.startsWith("topics"),
    );
    // One asset can't be a video, its poster and its captions.
    expect(warned.map(({ code }) => code)).toEqual(type === "video" ? ["image_not_shown", "asset_not_found"] : []);
  });

  test("is shown as text with a warning when its content can't be read", async () => {
    const unreadable = type === "callout" ? " " : "just a few words";
    if (type === "quote") return expect(markupOf(type, unreadable)).toContain("<blockquote><p>just a few words</p>");
    if (type !== "callout") expect(markupOf(type, unreadable)).toContain("<p>just a few words</p>");
    const document = withEntry(type, unreadable);
    const at = { location: "topics[0].entries[0].content", subjectId: document.topics[0]?.entries[0]?.topicEntryId as string };
    expect(await warningsOf(document, "tenant")).toEqual([
      {
        ...at,
        code: "block_unreadable",
        message: `can't be read as ${type}, and is shown as text; /docs/content#block-${type} shows how it is written`,
      },
    ]);
  });

  test("is styled on pages that have it, and only there", () => {
    const { style } = blocks[type]!;
    const rule = /\.[^{]*\{[^}]*/.exec(style.replace(/\n\s*/g, ""))?.[0] as string;
    expect(shown(withEntry(type, content))).toContain(rule);
    expect(shown()).not.toContain(rule);
  });

  test("never lets anybody's text become markup", () => {
    const everyWord = /(?<![\w:/])[A-Za-z]{3,}(?=[ \]]|$)/gm;
    for (const payload of payloads) {
      const attacks = [content.replace(/[A-Z][a-z]+ /, () => `${payload} `), content.replaceAll(everyWord, () => payload)];
      for (const attacked of attacks) {
        const markup = markupOf(type, attacked);
        // Without the values of attributes, which are text.
        const tags = (markup.match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/"[^"]*"/g, ""));
        expect(
          tags.filter((tag) => /^<(script|iframe|object|embed|base|meta|link|form|style)|\son\w+=|\sstyle=/i.test(tag)),
        ).toEqual([]);
        expect(markup).not.toMatch(/(href|src)="\s*(javascript|data|vbscript):/i);
      }
    }
  });
});

test("a link of a block that leads nowhere is left out, and its place is named", async () => {
  for (const [type, content] of [
    ["hero", "# Hello\n[Go](javascript:alert(1))"],
    ["pricing", "# Team\nprice: 1\n[Go](javascript:alert(1))"],
    ["person", "name: Grace\nbooking: javascript:alert(1)"],
    ["person", "name: Grace\nlinkedin: javascript:alert(1)"],
  ] as const) {
    expect(markupOf(type, content)).not.toContain("<a ");
    const warned = (await warningsOf(withEntry(type, content), "tenant")).map(({ location, code }) => [location, code]);
    expect(warned).toEqual([["topics[0].entries[0].content", "action_not_shown"]]);
  }
});

test("a hero takes a video in place of its image: without sound, beside the text, with its poster and captions", async () => {
  const [clip, poster, words] = ["c", "p", "w"].map((letter) => `asset_${letter.repeat(26)}`) as [string, string, string];
  const known = { [clip]: video, [poster]: image, [words]: { ...video, type: "text/vtt" } };
  const content = `# Hello\n![A tour](${clip})\nposter: ${poster}\ncaptions: ${words}\nmedia: behind`;
  const page = shown(withEntry("hero", content, known));
  const [tag = ""] = /<video[^>]*>/.exec(page) ?? [];
  for (const part of ["controls", "playsinline", "muted", 'preload="none"', 'width="1200" height="800"', 'aria-label="A tour"'])
    expect(tag).toContain(part);
  expect(tag).toMatch(new RegExp(` src="[^"]*${clip}[^"]*" poster="[^"]*${poster}[^"]*"`));
  expect(tag).not.toContain("autoplay");
  expect(page).toContain('class="b-hero beside"');
  expect(page).toMatch(new RegExp(`<track kind="captions" src="[^"]*${words}`));
  expect(page).not.toMatch(new RegExp(`<img[^>]*${clip}`));
  expect((await warningsOf(withEntry("hero", content, known), "tenant")).map(({ code }) => code)).toEqual([]);
  const alone = shown(withEntry("hero", `# Hello\n![A tour](${clip})`, known));
  expect(alone).toMatch(/<video[^>]*preload="metadata"[^>]*width="16" height="9"/);
});

test("a bar within the words of a figure or feature is shown", () => {
  expect(markupOf("stats", "- 3 | days | not weeks")).toContain("days | not weeks");
  expect(markupOf("features", "- bolt | Fast | by day | by night")).toContain("by day | by night");
});

test.each([
  [
    "features",
    "\n- bolt | Fast | By day\n- rokcet | Live in a week | We connect.\n- Audited | SOC 2 | ISO 27001",
    'line 3: "rokcet" is no icon, and is left out',
  ],
  [
    "steps",
    "- [ ] Kick-off | Grace | 2026-12-01\n\n- [ ] Pilot | Omar | 12/24/2026",
    'line 3: "12/24/2026" is no date such as 2026-12-01: it is shown as written',
  ],
  ["steps", "- Pilot | 2026-13-40", 'line 1: "2026-13-40" is no date such as 2026-12-01: it is shown as written'],
  ["steps", "- Pilot | Omar | next week", 'line 1: "next week" is no date such as 2026-12-01: it is shown as written'],
  ["attendees", "- Dana\ndate: Tuesday", 'line 2: "Tuesday" is no date such as 2026-12-01: it is shown as written'],
  [
    "callout",
    "## Before we meet\nkind: Warnig\nBring a list.",
    'line 2: "Warnig" is no kind of callout (note, tip, warning): it is shown as a note',
  ],
  ["hero", "# Hello\nmedia: behnd", 'line 2: "behnd" is no place (beside, behind): the media is beside the text'],
  [
    "pricing",
    "# Team\nprice: 1\nfeatured: no\n# All\nprice: 2\nfeatured: maybe",
    'line 6: "maybe" is neither yes nor no: the plan does not stand out',
  ],
  [
    "comparison",
    "| | Us * | Them * |\n| --- | --- | --- |\n| Fast | yes | no |",
    'line 1: "Them *" is the second column with a *: only the first one stands out',
  ],
])("what can't be read in %s is named by its line: %j", async (type, content, message) => {
  const document = withEntry(type, content);
  const subjectId = document.topics[0]?.entries[0]?.topicEntryId as string;
  expect(await warningsOf(document, "tenant")).toEqual([
    { location: "topics[0].entries[0].content", subjectId, code: "block_unreadable", message },
  ]);
});

test("an icon that is unknown is left out, and a date that can't be read is shown beside its owner", () => {
  const feature = markupOf("features", "- rokcet | Live in a week | We connect.");
  expect(feature).toContain("<h3>Live in a week</h3>");
  expect(feature).not.toContain("rokcet");
  const step = markupOf("steps", "- Pilot | Omar | 12/24/2026");
  expect(step).toContain('<span class="owner">Omar</span><span>12/24/2026</span>');
});

test("a number stays in one line with its unit", () => {
  expect(markupOf("stats", "- 3 days | to close\n- € 1.2 M | saved")).toMatch(/3\u00a0days.*€\u00a01.2\u00a0M/);
  expect(markupOf("stats", "- Twenty-five days | to close")).toContain("Twenty-five days");
});

test("no content takes longer to read than a list of the same length", () => {
  const length = 100_000;
  const filled = (line: string) => line.repeat(length / line.length);
  const workOf = (type: string, content: string) => {
    const before = process.cpuUsage();
    markupOf(type, content);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const list = Math.max(workOf("features", filled("- one | two\n")), workOf("features", filled("- two | one\n")));
  for (const hostile of [`![${filled("](")}`, `[${filled("](")}`, `- ![${filled("](")}`, filled("- a | b | 2026-12-01\n")]) {
    for (const type of Object.keys(blocks)) expect(workOf(type, hostile)).toBeLessThan(2 * list);
  }
});

test("an entry that names no asset is left out, and its place is named", async () => {
  const missing = "asset_00000000000000000000000000";
  for (const content of [missing, `![A chart](${missing})`, "chart-2026"]) {
    expect(shown(withEntry("image", content))).not.toContain(content);
    expect((await warningsOf(withEntry("image", content), "tenant")).map(({ location }) => location)).toEqual([
      "topics[0].entries[0].content",
    ]);
  }
});

test("a dark logo that is missing is named by its place", async () => {
  const logo = { assetId: "asset_00000000000000000000000000", url: null, altText: "" };
  const brand = { name: "Halden", logo: null, darkLogo: logo, colors: { primary: null, background: null, text: null } };
  const document = pageDocument({ brand, topics: [], assets: {}, forms: [], page: pageOf({ actions: [] }) });
  expect((await warningsOf(document, "tenant")).map(({ location }) => location)).toEqual(["brand.darkLogo"]);
});

test("brands, forms, logos and actions that can't be shown are named by their places", async () => {
  const document = pageDocument({
    brand: null,
    topics: [],
    forms: [],
    assets: {},
    page: pageOf({
      actions: [
        { actionId: "a", actionIndex: 0, actionType: "url", buttonTitle: "Nowhere", url: "", purpose: "" },
        {
          ...{ actionId: "b", actionIndex: 1, actionType: "Form", buttonTitle: "Form", url: "form_gone", purpose: "" },
          formId: "form_gone",
        },
        { actionId: "c", actionIndex: 2, actionType: "email", buttonTitle: "Write", url: "nobody", purpose: "" },
        { actionId: "d", actionIndex: 3, actionType: "phone", buttonTitle: "Call", url: "abc", purpose: "" },
        { actionId: "e", actionIndex: 4, actionType: "url", buttonTitle: "Prices", url: "example.com/prices", purpose: "" },
        { actionId: "f", actionIndex: 5, actionType: "email", buttonTitle: "Write", url: "mailto:a@b.example", purpose: "" },
        { actionId: "g", actionIndex: 6, actionType: "url", buttonTitle: "Prices", url: "prices.html", purpose: "" },
        {
          ...{ actionId: "h", actionIndex: 7, actionType: "form", buttonTitle: "Form", url: "demo", purpose: "" },
          formId: builtInFormId,
        },
      ],
      actionCardWidgets: [
        {
          type: "logos",
          title: "",
          logos: [{ image: { altText: "A", url: "https://x.example/a.png", fileId: "", assetId: "" } }],
        },
      ],
    }),
  });
  expect((await warningsOf(document, "tenant")).map(({ location, code }) => [location, code])).toEqual([
    ["brandId", "brand_not_found"],
    ["actionCardWidgets[0].logos[0].image", "image_not_shown"],
    ["actions[0]", "action_not_shown"],
    ["actions[1]", "form_not_found"],
    ["actions[2]", "action_not_shown"],
    ["actions[3]", "action_not_shown"],
    ["actions[4]", "address_relative"],
    ["actions[7]", "form_not_found"],
  ]);
});

test("an audience's own form that does not exist is named once, by the audience's own field", async () => {
  const gone = "form_00000000000000000000000009";
  const opened = (actionId: string) => action(actionId, "form", "Write", "", { formId: gone });
  const document = pageDocument({
    topics: [],
    page: pageOf({ actions: [opened("a"), opened("b")] }),
    forms: [{ ...contactForm, formId: gone, standsIn: true }],
  });
  const { audienceId } = document.audience;
  expect((await warningsOf(document, "tenant")).map(({ location, code, subjectId }) => [location, code, subjectId])).toEqual([
    ["actionFormIdOverride", "form_not_found", audienceId],
  ]);
  const found = { ...document, forms: [{ ...contactForm, formId: gone }] };
  expect(await warningsOf(found, "tenant")).toEqual([]);
});

test.each([
  ["link", "asset_00000000000000000000000000", "action_not_shown"],
  ["link", "[Our prices](javascript:alert(1))", "action_not_shown"],
  ["faq", " ", "block_unreadable"],
  ["faq", "How long until we see something?", "block_unreadable"],
] as const)("%s %j can't be shown, is left out, and is named by its place", async (type, content, code) => {
  expect(markupOf(type, content)).toMatch(/^<h2>A topic<\/h2>(<div class="faq"><\/div>)?$/);
  const warned = (await warningsOf(withEntry(type, content), "tenant")).map(({ location, code }) => [location, code]);
  expect(warned).toEqual([["topics[0].entries[0].content", code]]);
});

test.each([
  ["markdown", "See [our prices](javascript:alert(1)).", "action_not_shown", "See our prices."],
  ["quote", `> Nobody stayed late.\n![Dana](${assetId})`, "image_not_shown", "Nobody stayed late."],
] as const)("what is left out of %s %j is named by its place, and the rest is shown", async (type, content, code, shownText) => {
  expect(markupOf(type, content)).toContain(shownText);
  const warned = (await warningsOf(withEntry(type, content), "tenant")).map(({ location, code }) => [location, code]);
  expect(warned).toEqual([["topics[0].entries[0].content", code]]);
});

test("every image of a block says how wide it is shown and how large it is, and holds up no text", () => {
  const withImages = Object.entries(blocks).filter(([type, { example }]) => type !== "video" && example.includes("asset_…"));
  for (const [type, { example }] of [...withImages, ["image", { example: "asset_…" }] as const]) {
    const images = markupOf(type, example.replaceAll("asset_…", assetId)).match(/<img [^>]*>/g) ?? [];
    expect([type, images.length > 0]).toEqual([type, true]);
    for (const tag of images) {
      expect(tag).toMatch(/ srcset="[^"]+" sizes="[^"]*(rem|vw|vh)[^"]*" width="1200" height="800" /);
      expect(tag).toContain(' decoding="async"');
    }
  }
});

test("the first image of the first topic is loaded at once and before others, all others when they are near", () => {
  const one = topic("One", [["gallery", `![A](${assetId})\n![B](${assetId})`]]);
  const two = topic("Two", [["image", assetId]]);
  const html = shown(pageDocument({ topics: [one, two], topicIds: [one.topicId, two.topicId], assets }));
  const images = html.match(/<img [^>]*>/g)?.filter((tag) => tag.includes(assetId)) ?? [];
  expect(images.map((tag) => [tag.includes('fetchpriority="high"'), tag.includes('loading="lazy"')])).toEqual([
    [true, false],
    [false, true],
    [false, true],
  ]);
});

test("the first image is that of the topic that comes first for an audience, and of none in a deck, whose first slide is its title", () => {
  const topics = ["One", "Two"].map((title) => topic(title, [["image", `![${title}](${assetId})`]]));
  const [one, two] = topics.map(({ topicId }) => topicId) as [string, string];
  const firstOf = (pageType: "inbound" | "custom" | "sales_deck", ...topicIds: string[]) =>
    /<img [^>]*alt="([^"]*)" fetchpriority="high"/.exec(
      shown(pageDocument({ page: pageOf({ pageType }), topics, topicIds, assets })),
    )?.[1];
  expect([firstOf("inbound", one, two), firstOf("inbound", two, one), firstOf("custom", two)]).toEqual(["One", "Two", "Two"]);
  expect(firstOf("sales_deck", one, two)).toBeUndefined();
});

test("a comparison marks yes and no in every language that pages speak, and reads them out as written", () => {
  for (const [yes, no] of ["yes no", "ja nein", "oui non", "sí no", "sì no", "ja nee", "sim não", "نعم لا", "כן לא"].map((pair) =>
    pair.split(" "),
  )) {
    const table = markupOf("comparison", `| | Us | Them |\n| --- | --- | --- |\n| Fast | ${yes} | ${no} |`);
    expect(table).toMatch(new RegExp(`class="yes"[^>]*aria-label="${yes}".*class="no"[^>]*aria-label="${no}"`, "s"));
  }
});

test("a file says what it is as people know it", () => {
  const text = { ...video, type: "text/plain" };
  expect(shown(withEntry("file", `[Notes](${assetId})`, { [assetId]: text }))).toContain("<bdi>TXT</bdi>");
});

test("names in Arabic are separated by the Arabic comma", () => {
  const page = pageOf({ language: "ar" });
  const html = shown({ ...withEntry("quote", "> أغلقنا\n— دانة، المديرة المالية، ميريديان"), page });
  expect(html).toContain("<b>دانة</b><span>المديرة المالية، ميريديان</span>");
});

test("a light logo is marked in every wall, so that its tone can be inverted", () => {
  const light = { [assetId]: { ...image, isLight: true } };
  const content = `- ![Contoso](${assetId})`;
  expect(shown(withEntry("logos", content, light))).toMatch(/<img class="light"[^>]* alt="Contoso"/);
  expect(shown(withEntry("logos", content))).not.toContain('class="light"');
  const logos = [{ image: { altText: "Fabrikam", url: "", fileId: "", assetId } }];
  const page = pageOf({ actionCardWidgets: [{ type: "logos", title: "", logos }] });
  expect(shown(pageDocument({ page, assets: light }))).toMatch(/<img class="light"[^>]* alt="Fabrikam"/);
});

test("three short topics of a landing page share a row, and longer ones don't", () => {
  const rowsOf = (...texts: string[]) => {
    const topics = ["First", ...texts].map((text, index) => topic(`Topic ${index}`, [["text", text]]));
    const html = shown(
      pageDocument({ page: pageOf({ pageType: "inbound" }), topics, topicIds: topics.map((one) => one.topicId) }),
    );
    return [...html.matchAll(/<div class="row">.*?<\/section><\/div><\/div>/gs)].map(([row]) => row.split("<section").length - 1);
  };
  const short = "Each sensor has a battery for five years and its own SIM.";
  expect(rowsOf(short, `${short} Yes.`, short)).toEqual([3]);
  const long = `${short} `.repeat(6);
  expect(rowsOf(long, long, long)).not.toContain(3);
});

test("a video is as wide as its column, unless its poster says that it is square or upright", () => {
  const posterId = assetId.replace(/.$/, "z");
  const classOf = (width: number, height: number) => {
    const known = { [assetId]: video, [posterId]: { ...image, width, height } };
    return /<video(?: class="([a-z]+)")? controls/.exec(shown(withEntry("video", `${assetId}\nposter: ${posterId}`, known)))?.[1];
  };
  expect([classOf(1200, 800), classOf(1000, 1000), classOf(900, 1600)]).toEqual([undefined, "square", "tall"]);
});

test("an image that is about as high as wide, or higher, has its own width, also within Markdown, so that its corners are round", () => {
  const tall = { [assetId]: { ...image, width: 600, height: 2_400 } };
  const square = { [assetId]: { ...image, width: 800, height: 800 } };
  for (const [type, content] of [
    ["image", assetId],
    ["markdown", `Words\n\n![Tall](${assetId})`],
  ] as const) {
    expect(shown(withEntry(type, content, tall))).toMatch(/<img class="tall( |")/);
    expect(shown(withEntry(type, content, square))).toMatch(/<img class="tall( |")/);
    expect(shown(withEntry(type, content))).not.toMatch(/<img class="tall/);
  }
});
