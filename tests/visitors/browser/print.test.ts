import { beforeAll, expect, test } from "bun:test";
import sharp from "sharp";
import type { Page } from "../../../contract";
import { axeViolations } from "../../support/browser/axe";
import { inBrowser, watchedPage } from "../../support/browser/browser";
import { imagesOf } from "../../support/browser/looks";
import { type DrawnSheet, drawnSheets, readSheets, type Sheet } from "../../support/browser/pdf";
import { publishPage } from "../../support/browser/site";
import { useService } from "../../support/service/service";

/** The upper half of the picture. Nothing else on the pages is red. */
const isRed = (red: number, green: number, blue: number) => red > 120 && green < 60 && blue < 60;

inBrowser("a printed page", (browser) => {
  const service = useService("sqlite");
  let picture: string;

  beforeAll(async () => {
    const blue = await sharp({ create: { width: 1_200, height: 400, channels: 3, background: "#0000d0" } })
      .png()
      .toBuffer();
    const half = await sharp({ create: { width: 1_200, height: 800, channels: 3, background: "#d00000" } })
      .composite([{ input: blue, left: 0, top: 400 }])
      .png()
      .toBuffer();
    const file = new File([new Uint8Array(half)], "half.png");
    picture = (await service().api.call("createAsset", { file })).assetId;
  });

  type Topics = Record<string, [type: string, content: string][]>;

  /** What is written on the sheets of a page. */
  async function printed(
    pageType: Page["pageType"],
    topics: Topics,
    rest: Parameters<typeof publishPage>[1] = {},
  ): Promise<Sheet[]> {
    return readSheets(await pdfOf(pageType, topics, rest));
  }

  /** The same with what is seen on them, which takes several times as long. */
  async function drawn(pageType: Page["pageType"], topics: Topics): Promise<DrawnSheet[]> {
    return drawnSheets(await pdfOf(pageType, topics));
  }

  /** As browsers print unless somebody asks for backgrounds, too. */
  async function pdfOf(
    pageType: Page["pageType"],
    topics: Topics,
    rest: Parameters<typeof publishPage>[1] = {},
  ): Promise<Buffer> {
    const { api } = service();
    const topicIds: string[] = [];
    for (const [title, entries] of Object.entries(topics)) {
      const { topicId } = await api.call("createTopic", { body: { title } });
      for (const [type, content] of entries) {
        await api.call("createTopicEntry", { params: { topic_id: topicId }, body: { content: { type, content } } });
      }
      topicIds.push(topicId);
    }
    const { url } = await publishPage(service(), { pageType, ...rest }, {}, topicIds);
    await using watched = await watchedPage(browser(), { viewport: { width: 1280, height: 900 } });
    await watched.page.goto(url);
    await imagesOf(watched.page);
    return await watched.page.pdf({ format: "A4", preferCSSPageSize: true });
  }

  const behind = (): [string, string] => ["hero", `# Close the books\nmedia: behind\n![The close](${picture})`];

  test("ends with whose it is, in a line: links without their addresses would only fill a sheet", async () => {
    const { brandId } = await service().api.call("createBrand", { body: { name: "Halden" } });
    const links = ["Privacy", "Careers"].map((text) => ({ id: text, text, url: `https://halden.example/${text}` }));
    const rest = { brandId, footerLinks: [{ id: "1", title: "Company", links }] };
    for (const type of ["inbound", "outbound", "call_followup", "custom"] as const) {
      const letters = (await printed(type, { Topic: [["text", "Words"]] }, rest)).map((sheet) => sheet.letters).join("");
      expect({ type, year: /©\d{4}Halden/.test(letters), links: /Privacy|Careers/.test(letters) }).toEqual({
        type,
        year: true,
        links: false,
      });
    }
  });

  test("has a space between a person's profile and its address", async () => {
    const [sheet] = await printed("outbound", { You: [["person", "name: Grace\nlinkedin: https://www.linkedin.com/in/grace"]] });
    expect(sheet?.lines.join(" ")).toMatch(/LinkedIn\s+\(https:/);
  });

  test("has a space between a follow-up's next step and its address, which is read from left to right", async () => {
    const next = { purpose: "Meet", buttonTitle: "קבעו שיחה", actionType: "url", url: "https://halden.example/book" };
    const { url } = await publishPage(service(), { pageType: "call_followup", language: "he", actions: [next] });
    await using watched = await watchedPage(browser());
    await watched.page.goto(url);
    await watched.page.emulateMedia({ media: "print" });
    const told = await watched.page.locator(".next a").evaluate((link) => {
      const address = getComputedStyle(link, "::after");
      return { gap: Number.parseFloat(getComputedStyle(link).columnGap), direction: address.direction, words: address.content };
    });
    expect(told).toEqual({ gap: expect.any(Number), direction: "ltr", words: expect.stringContaining("halden.example") });
    expect(told.gap).toBeGreaterThan(2);
  });

  test("has the picture behind a hero's words, and these can be read", async () => {
    for (const type of ["custom", "sales_deck"] as const) {
      const sheets = await drawn(type, { Before: [["text", "Words"]], Hero: [behind()], After: [["text", "Words"]] });
      const sheet = sheets.find(({ letters }) => letters.includes("Closethebooks")) as DrawnSheet;
      const isWhite = (red: number, green: number, blue: number) => Math.min(red, green, blue) > 240;
      expect({ type, red: sheet.shareOf(isRed) > 0.02 }).toEqual({ type, red: true });
      // On a full slide, all that is white are the letters.
      if (type === "sales_deck") expect(sheet.shareOf(isWhite)).toBeWithin(0.001, 0.1);
    }
  });

  test("shows a slide of text and a picture in two halves", async () => {
    const sheets = await drawn("sales_deck", {
      Harbour: [
        ["text", "The team was the first."],
        ["image", picture],
      ],
    });
    const sheet = sheets.find(({ letters }) => letters.includes("Theteamwasthefirst")) as DrawnSheet;
    // The red half of a picture that fills half of the slide's width.
    expect(sheet.shareOf(isRed)).toBeGreaterThan(0.05);
  });

  test("shows all pictures of a deck's gallery equally wide, and a landing page's features in columns", async () => {
    const { api } = service();
    const topicIds: string[] = [];
    for (const [type, content] of [
      ["gallery", `![The close](${picture})\n`.repeat(4)],
      ["features", "- bolt | Live in a week | We connect to what you have.\n".repeat(3)],
    ] as const) {
      const { topicId } = await api.call("createTopic", { body: { title: type } });
      await api.call("createTopicEntry", { params: { topic_id: topicId }, body: { content: { type, content } } });
      topicIds.push(topicId);
    }
    const sheet = { sales_deck: { width: 1123, height: 794 }, inbound: { width: 657, height: 986 } };
    for (const [pageType, viewport] of Object.entries(sheet) as ["sales_deck" | "inbound", typeof sheet.inbound][]) {
      await using watched = await watchedPage(browser(), { viewport });
      await watched.page.goto((await publishPage(service(), { pageType }, {}, topicIds)).url);
      await watched.page.emulateMedia({ media: "print" });
      const { widths, tops } = await watched.page.evaluate(() => {
        const boxes = (of: string) => [...document.querySelectorAll(of)].map((one) => one.getBoundingClientRect());
        return {
          widths: new Set(boxes(".b-gallery img").map(({ width }) => Math.round(width))).size,
          tops: new Set(boxes(".b-features li").map(({ top }) => Math.round(top))).size,
        };
      });
      expect({ pageType, widths, tops }).toEqual({ pageType, widths: 1, tops: 1 });
    }
  });

  test("keeps a plan, a person, a feature, a callout, a step and a question on one sheet", async () => {
    const lines = (count: number, before = "", between = "\n") =>
      Array.from({ length: count }, (_, line) => `${before}Line ${line}`).join(between);
    const above = lines(14, "", "\n\n");
    // Each takes more of a sheet than is left below the text above it.
    const plan = `## Team\nprice: €390 / month\n${lines(14, "- ")}\n[Start](https://example.com/start)`;
    const person = `name: Grace Okafor\nrole: Account executive\n${lines(16, "", "\n\n")}\n\n[Pick a time](https://example.com/start)`;
    const long = `${"words ".repeat(300)}https://example.com/start`;
    for (const [type, content, first] of [
      ["pricing", plan, "€390"],
      ["person", person, "GraceOkafor"],
      ["features", `- bolt | First | ${long}`, "First"],
      ["callout", `## First\n${long}`, "First"],
      ["steps", `- [ ] First ${long} | Grace`, "First"],
      ["faq", `First?\n${long}`, "First?"],
    ] as const) {
      const offer: [string, string][] = [
        ["text", above],
        [type, content],
      ];
      const sheets = await printed("custom", { Offer: offer });
      const sheetWith = (words: string) => sheets.findIndex(({ letters }) => letters.includes(words));
      expect({ type, from: sheetWith(first), to: sheetWith("https://example.com/start") }).toEqual({ type, from: 1, to: 1 });
    }
  });

  test("keeps plans together below their title, and a tall image on the sheet of the words before it", async () => {
    const plan = (name: string, lines: number) =>
      `## ${name}\nprice: €390\n${"- A line\n".repeat(lines)}[Start](https://example.com/start)\n`;
    const tall = await sharp({ create: { width: 800, height: 1_200, channels: 3, background: "#d00000" } })
      .png()
      .toBuffer();
    const file = new File([new Uint8Array(tall)], "tall.png");
    const { assetId } = await service().api.call("createAsset", { file });
    for (const count of [6, 9, 12]) {
      const above: [string, string] = ["text", Array.from({ length: count }, (_, line) => `Line ${line}`).join("\n\n")];
      const plans: [string, string] = ["pricing", plan("Team", 2) + plan("Company", 3) + plan("Group", 2)];
      for (const type of ["inbound", "outbound"] as const) {
        const sheets = await printed(type, { Before: [above], Costs: [["text", "For each team."], plans] });
        const sheetWith = (words: string) => sheets.findIndex(({ letters }) => letters.includes(words));
        const title = sheetWith("Costs");
        const others = ["Foreachteam", "Team", "Company", "Group"].map(sheetWith);
        expect({ type, count, others }).toEqual({ type, count, others: [title, title, title, title] });
      }
    }
    const words: [string, string] = ["text", Array.from({ length: 3 }, () => "Built in 1964.").join("\n\n")];
    const sheets = await drawn("outbound", { Tower: [words, ["image", assetId]] });
    expect(sheets.find(({ letters }) => letters.includes("Builtin1964"))?.shareOf(isRed)).toBeGreaterThan(0.1);
  });

  test("has the plans of a slide on its sheet, and no empty sheet where there are more than fit", async () => {
    const plans = (names: string[], lines: number): [string, string] => [
      "pricing",
      names.map((name) => `## ${name}\nprice: €1,200 / month\n${"- Any number of entities\n".repeat(lines)}`).join(""),
    ];
    const few = plans(["Solo", "Team", "Company", "Group"], 6);
    const many = plans(["One", "Two", "Three", "Four", "Five", "Six"], 14);
    const sheets = await printed("sales_deck", { Four: [["text", "For each team."], few], Many: [many] });
    const [, four, ...others] = sheets.map(({ letters }) => letters);
    for (const name of ["Foreachteam", "Solo", "Team", "Company", "Group"]) expect(four).toContain(name);
    expect(others).toHaveLength(2);
    for (const letters of others) expect(letters).toContain("€1,200");
  });

  test("has six plans on one sheet, in two rows", async () => {
    const names = ["One", "Two", "Three", "Four", "Five", "Six"];
    const lines = "- Any number of entities\n".repeat(9);
    const plan = (name: string) => `## ${name}\nprice: €1,200 / month\n${lines}[Start](https://example.com/start)\n`;
    for (const type of ["inbound", "outbound", "call_followup", "custom", "sales_deck"] as const) {
      const sheets = await printed(type, { Costs: [["pricing", names.map(plan).join("")]] });
      const plansOf = ({ letters }: Sheet) => names.filter((name) => letters.includes(`${name}€`)).length;
      expect({ type, plans: sheets.map(plansOf) }).toEqual({ type, plans: type === "sales_deck" ? [0, 6] : [6] });
    }
  });

  test("can be read in dark mode too, and of a brand with a dark background, whose logo keeps that", async () => {
    const { api } = service();
    const drawing = (fill: string) =>
      new File(
        [`<svg xmlns="http://www.w3.org/2000/svg" width="180" height="40"><path d="M0 0h90v40H0z" fill="${fill}"/></svg>`],
        "a.svg",
      );
    const [blue, white] = [
      await api.call("createAsset", { file: drawing("#00f") }),
      await api.call("createAsset", { file: drawing("#fff") }),
    ];
    const logo = ({ assetId }: { assetId: string }) => ({ assetId, altText: "Halden" });
    const looks = [
      { logo: logo(blue), darkLogo: logo(white) },
      { logo: logo(white), colors: { background: "#101018" } },
    ];
    const { topicId } = await api.call("createTopic", { body: { title: "Words" } });
    for (const [type, content] of [
      ["callout", "## Before we meet\nBring last month's close."],
      ["comparison", "| | Halden * | Paper |\n| --- | --- | --- |\n| Days | 3 | 11 |"],
    ] as const) {
      await api.call("createTopicEntry", { params: { topic_id: topicId }, body: { content: { type, content } } });
    }
    for (const look of looks) {
      const { brandId } = await api.call("createBrand", { body: { name: "Halden", ...look } });
      const { url } = await publishPage(service(), { brandId, name: `Dark ${brandId}` }, {}, [topicId]);
      await using watched = await watchedPage(browser(), { colorScheme: "dark" });
      const { page } = watched;
      await page.goto(url);
      await imagesOf(page);
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      await page.waitForFunction(() => document.querySelector<HTMLImageElement>(".top img")?.complete);
      expect(await axeViolations(page, "colours")).toEqual([]);
      const shown = await page.evaluate(() => {
        const image = document.querySelector(".top img") as HTMLImageElement;
        return { source: image.currentSrc, behind: getComputedStyle(image).backgroundColor };
      });
      expect(shown.source).toContain(look.logo.assetId);
      if (look.colors) expect(shown.behind).toBe("rgb(16, 16, 24)");
    }
  });

  test("has a letter's text in the size of a letter's", async () => {
    const { topicId } = await service().api.call("createTopic", { body: { title: "Words" } });
    const { url } = await publishPage(service(), { pageType: "outbound" }, {}, [topicId]);
    await using watched = await watchedPage(browser());
    await watched.page.goto(url);
    await watched.page.emulateMedia({ media: "print" });
    const sizes = await watched.page.evaluate(() =>
      [".letter", ".date"].map((part) => Number.parseFloat(getComputedStyle(document.querySelector(part) as Element).fontSize)),
    );
    // In pixels, of which 96 are an inch, as 72 points are.
    for (const size of sizes) expect(size * 0.75).toBeWithin(10, 12);
  });

  test("leaves no title alone at the foot of a sheet", async () => {
    const callout: [string, string] = ["callout", "## Before we meet\nBring last month's close.\n\nAnd the one before."];
    const quote: [string, string] = ["quote", "> It was done on the third.\n— Dana Whitfield, VP Finance"];
    for (const type of ["outbound", "call_followup", "custom"] as const) {
      const topics: Record<string, [string, string][]> = {};
      for (let place = 0; place < 24; place += 1) {
        topics[`Begin${place}`] = [place % 2 === 0 ? callout : quote];
        topics[`Filler${place}`] = [["text", Array.from({ length: 1 + (place % 5) }, () => "A line of text.").join("\n\n")]];
      }
      const sheets = await printed(type, topics);
      const alone = sheets.filter(({ letters }) => /Begin\d+(\d+\/\d+)?$/.test(letters));
      expect({ type, alone: alone.map(({ letters }) => letters.slice(-30)) }).toEqual({ type, alone: [] });
    }
  });

  test("has the words at the head of a column in one piece where there is room for them", async () => {
    const heads = "| | Altona * | Spreadsheets | The old system |\n| --- | --- | --- | --- |\n";
    const rows = "| History of every change | yes | no | yes |\n| Support | any hour | no | business days |";
    const [sheet] = await printed("outbound", { Table: [["comparison", heads + rows]] });
    expect(sheet?.lines).toContain("Spreadsheets");
  });

  test("has every column of a table, which nobody can scroll on paper", async () => {
    const heads = [
      "",
      "Halden *",
      "Tabellenkalkulationsprogramme",
      "Wirtschaftsprüfungsgesellschaften",
      "Unternehmensberatungen",
    ];
    const row = (cells: string[]) => `| ${cells.join(" | ")} |\n`;
    const values = ["Rechnungslegungsvorschriftenkonformität", "yes", "no", "no", "Einzelfallentscheidung"];
    const table = row(heads) + row(heads.map(() => "---")) + row(values);
    for (const type of ["outbound", "sales_deck"] as const) {
      for (const entry of ["comparison", "markdown"]) {
        const letters = (await printed(type, { Vergleich: [[entry, table]] })).map((sheet) => sheet.letters).join("");
        expect(letters).toContain("Einzelfallentscheidung");
      }
    }
  });

  test("has the address of a button below its words, from left to right", async () => {
    const { topicId } = await service().api.call("createTopic", { body: { title: "כמה זה עולה" } });
    const plans =
      "## צוות\nprice: €390\n[מתחילים](https://halden.example/a)\n## חברה\nprice: €1,200\n[דברו](https://halden.example/b)";
    const body = { content: { type: "pricing", content: plans } };
    await service().api.call("createTopicEntry", { params: { topic_id: topicId }, body });
    const { url } = await publishPage(service(), { pageType: "outbound", language: "he" }, {}, [topicId]);
    // As wide as a sheet of A4 within its margins.
    await using watched = await watchedPage(browser(), { viewport: { width: 658, height: 900 } });
    const { page } = watched;
    await page.goto(url);
    await page.emulateMedia({ media: "print" });
    const buttons = await page.evaluate(() =>
      [...document.querySelectorAll(".plan .button")].map((button) => {
        const words = document.createRange();
        words.selectNodeContents(button);
        return { lines: words.getClientRects().length, direction: getComputedStyle(button, "::after").direction };
      }),
    );
    expect(buttons).toEqual([
      { lines: 1, direction: "ltr" },
      { lines: 1, direction: "ltr" },
    ]);
  });
});
