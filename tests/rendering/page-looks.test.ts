import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mainAction, type PageDocument } from "../../server/rendering";
import { contrastOf, deepOf, palettesOf } from "../../server/rendering/style/colors";
import { assetId, contactForm, pageDocument, pageOf, renderWhole, shown, topic } from "../support/samples/page-document";

const colors = { background: null, text: null, onPrimary: null };

describe("a brand's colour", () => {
  test("becomes a little darker where white letters are nearly legible on it, and keeps black ones where they are not", () => {
    for (const primary of ["#e4572e", "#f04e23", "#1da1f2", "#e5484d"]) {
      const { fill, onFill } = palettesOf({ ...colors, primary }).light;
      expect(onFill).toBe("#ffffff");
      expect(contrastOf(fill, onFill)).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(fill, primary)).toBeLessThan(1.7);
    }
    expect(palettesOf({ ...colors, primary: "#3d5afe" }).light).toMatchObject({ fill: "#3d5afe", onFill: "#ffffff" });
    expect(palettesOf({ ...colors, primary: "#ffd60a" }).light).toMatchObject({ fill: "#ffd60a", onFill: "#000000" });
  });

  test("has letters in the colour that the brand names, and changes only as far as they need it to be legible", () => {
    const { fill, onFill } = palettesOf({ ...colors, primary: "#ffd60a", onPrimary: "#3b2f00" }).light;
    expect([fill, onFill]).toEqual(["#ffd60a", "#3b2f00"]);
    const other = palettesOf({ ...colors, primary: "#3d5afe", onPrimary: "#ffd60a" }).dark;
    expect(contrastOf(other.fill, "#ffd60a")).toBeGreaterThanOrEqual(4.5);
  });

  test("never becomes paler along a gradient", () => {
    for (const primary of ["#ff7a00", "#e5484d", "#ffd60a", "#22c55e", "#111111"]) {
      const { light } = palettesOf({ ...colors, primary });
      expect(contrastOf(deepOf(light), "#ffffff")).toBeGreaterThanOrEqual(contrastOf(light.fill, "#ffffff"));
      expect(contrastOf(deepOf(light), light.onFill)).toBeGreaterThanOrEqual(4.5);
    }
  });

  test("stays light in dark mode if the brand declines it; a dark logo is shown in dark mode alone", () => {
    const brand = {
      ...pageDocument().brand!,
      logo: { assetId, url: null, altText: "" },
      darkLogo: { assetId, url: null, altText: "" },
    };
    expect(shown({ brand })).toContain('<picture><source media="screen and (prefers-color-scheme:dark)" srcset="/_foyer/assets/');
    const assets = { [assetId]: { type: "image/png", bytes: 9, width: 360, height: 80, hasPreview: true } };
    expect(shown({ brand, assets })).toMatch(/<source media="[^"]*" srcset="[^"]*" sizes="12rem" width="360" height="80"/);
    const declined = shown({ brand: { ...brand, darkMode: "off" } });
    expect(declined).not.toContain("prefers-color-scheme:dark");
    expect(declined).toContain("color-scheme:light;");
  });
});

describe("a form", () => {
  test("has what is known of a person filled in, as text", () => {
    const person = { ...pageDocument().person!, name: 'Ada "<Lovelace>', phoneNumber: "+14155550123" };
    const html = shown({ person });
    expect(html).toContain('name="name" required="" maxlength="2000" value="Ada &quot;&lt;Lovelace&gt;"');
    expect(html).toContain('value="ada@engines.example" type="email"');
    expect(html).toContain('value="+14155550123" type="tel"');
    expect(shown({ person: null })).toContain('name="email" required="" maxlength="2000" value="" type="email"');
    const names = ["first_name", "last_name", "company", "work_email", "phone"];
    const fields = names.map((name) => ({ name, label: name, type: "text", required: false, options: [] }));
    const more = shown({
      forms: [{ ...contactForm, fields: [...fields, contactForm.fields[3]!] }],
      person: { ...person, name: "Ada Lovelace", linkedinProfileUrl: "https://www.linkedin.com/in/ada" },
    });
    const prefilled = (name: string) => new RegExp(`name="${name}" maxlength="2000" value="([^"]*)"`).exec(more)?.[1];
    expect([...names, "linkedin"].map(prefilled)).toEqual([
      "Ada",
      "Lovelace",
      "Analytical Engines",
      "ada@engines.example",
      "+14155550123",
      "https://www.linkedin.com/in/ada",
    ]);
  });

  test("is followed by the page's main action, with its tokens filled in", () => {
    expect(mainAction(pageDocument())).toEqual({
      href: "https://cal.example/demo?email=ada%40engines.example&from=page",
      title: "Book a demo",
    });
    const noActions: Partial<PageDocument> = {
      page: pageOf({ actions: [{ ...pageOf({}).actions[1]!, formId: contactForm.formId }] }),
    };
    expect(mainAction(pageDocument(noActions))).toBeUndefined();
  });
});

test("a letter has a date, a greeting in its language, and the year in its footer", () => {
  const page = pageOf({ pageType: "outbound", language: "de" });
  const html = shown({ page, builtOn: "2026-11-15" });
  expect(html).toContain('<p class="date"><time datetime="2026-11-15">15. November 2026</time></p>');
  expect(html).toContain('<p class="greeting">Guten Tag <bdi>Ada Lovelace</bdi>,</p>');
  expect(html).toContain("© 2026 Northwind Analytics");
  expect(shown({ page, person: null })).not.toContain('class="greeting"');
  expect(html).toContain('<p class="from">Northwind Analytics</p>');
  const arabic = shown({ page: pageOf({ pageType: "outbound", language: "ar" }) });
  expect(arabic).toContain('<p class="greeting">مرحبًا <bdi>Ada</bdi>،</p>');
});

test("a letter is signed by the first person that it shows", () => {
  const person = topic("Who you work with", [
    ["person", "name: Grace {{ account.name }} <b>\nrole: Engineer\ncompany: Northwind"],
  ]);
  const page = pageOf({ pageType: "outbound" });
  const other = topic("Who helps", [["person", "name: Omar"]]);
  const signed = (...topics: (typeof person)[]) =>
    /<p class="from">.*?<\/p>/.exec(
      shown({ page, topics: [person, other], topicIds: topics.map(({ topicId }) => topicId) }),
    )?.[0];
  expect(signed(person, other)).toBe('<p class="from">Grace Analytical Engines &lt;b&gt;<small>Engineer, Northwind</small></p>');
  // Whoever stands at the end of the letter is not named twice.
  expect(signed(other, person)).toBeUndefined();
});

test("a wall of logos is turned light on a brand's dark background, and stays dark on paper", () => {
  const dark = { ...pageDocument().brand!, colors: { primary: "#f5b301", background: "#0b1020", text: null } };
  const wall =
    ".logos li img{filter:var(--first,) grayscale(1) var(--tone,brightness(.625) contrast(4)) invert(1);mix-blend-mode:screen}";
  expect(shown({ brand: dark })).toContain(`@media screen{${wall}}`);
  expect(shown({ brand: { ...dark, darkMode: "off" } })).toContain(`@media screen{${wall}}`);
});

test("the name in place of a logo that is missing can be read on the light background that the logo keeps in dark mode", () => {
  const style = /\.brand>img\{background:(#\w+);color:(#\w+);/.exec(shown());
  expect(contrastOf(style?.[1] as string, style?.[2] as string)).toBeGreaterThanOrEqual(4.5);
});

test("a deck has its main action in every slide's view, and a script that its policy allows", () => {
  const { html, sources } = renderWhole(pageDocument({ page: pageOf({ pageType: "sales_deck", headerActionId: null }) }));
  expect(html).toMatch(/<header class="top">.*?Book a demo<\/a><\/header>/s);
  expect(html).toContain("ArrowRight");
  const script = /<script>(\(\(\)=>\{const r.*?)<\/script>/s.exec(html)?.[1] as string;
  expect(sources).toContain(`'sha256-${createHash("sha256").update(script).digest("base64")}'`);
});

test("words on a coloured ground are printed with it by browsers that only know the property by its old name, too", () => {
  const behind = topic("Hi", [["hero", `media: behind\n# Hi\n![Hi](${assetId})`]]);
  for (const pageType of ["sales_deck", "inbound"] as const) {
    const { html } = renderWhole(pageDocument({ page: pageOf({ pageType }), topics: [behind], topicIds: [behind.topicId] }));
    const named = html.match(/(-webkit-)?print-color-adjust:exact/g) ?? [];
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((one) => one.startsWith("-webkit-")).length * 2).toBe(named.length);
  }
});
