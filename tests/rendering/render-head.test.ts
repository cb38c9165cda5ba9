import { describe, expect, test } from "bun:test";
import { type PageDocument, pageAssetPath } from "../../server/rendering";
import {
  assetId,
  assetScope,
  ownAddress,
  pageDocument,
  pageOf,
  renderWhole,
  shown,
  topic,
} from "../support/samples/page-document";

const render = (changes: Partial<PageDocument> = {}) => renderWhole(pageDocument(changes), assetScope);

describe("the head", () => {
  const full = {
    title: "Title",
    description: "Description",
    author: "Author",
    canonicalUrl: "https://canonical.example/",
    themeColor: "#123456",
    keywords: ["one", "two"],
    robots: [],
    ogTitle: "Og title",
    ogDescription: "Og description",
    ogImageUrl: "https://images.example/og.png",
    ogImageAlt: "Og alt",
    ogSiteName: "Og site",
    ogUrl: "https://og.example/",
    twitterTitle: "Twitter title",
    twitterDescription: "Twitter description",
    twitterImageUrl: "https://images.example/twitter.png",
    twitterImageAlt: "Twitter alt",
    twitterSite: "@site",
    twitterCreator: "@creator",
  };

  test("has all metadata of a page", () => {
    const html = shown({ metadata: full });
    expect(html).toContain("<title>Title</title>");
    expect(html).toContain('<link rel="canonical" href="https://canonical.example/">');
    for (const [name, content] of [
      ['name="description"', "Description"],
      ['name="author"', "Author"],
      ['name="theme-color"', "#123456"],
      ['name="keywords"', "one, two"],
      ['property="og:type"', "website"],
      ['property="og:url"', "https://og.example/"],
      ['property="og:title"', "Og title"],
      ['property="og:description"', "Og description"],
      ['property="og:site_name"', "Og site"],
      ['property="og:image"', "https://images.example/og.png"],
      ['property="og:image:alt"', "Og alt"],
      ['name="twitter:card"', "summary_large_image"],
      ['name="twitter:title"', "Twitter title"],
      ['name="twitter:description"', "Twitter description"],
      ['name="twitter:image"', "https://images.example/twitter.png"],
      ['name="twitter:image:alt"', "Twitter alt"],
      ['name="twitter:site"', "@site"],
      ['name="twitter:creator"', "@creator"],
    ]) {
      expect(html).toContain(`<meta ${name} content="${content}">`);
    }
  });

  test("falls back to the page's title, its description and its own address", () => {
    const html = shown({ metadata: { description: "About", robots: [] }, page: pageOf({ title: "Hello" }) });
    expect(html).toContain("<title>Hello</title>");
    expect(html).toContain('<meta property="og:title" content="Hello">');
    expect(html).toContain('<meta property="og:description" content="About">');
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image">');
    expect(html).toContain(`<link rel="canonical" href="${ownAddress}">`);
    expect(html).toContain(`<meta property="og:url" content="${ownAddress}">`);
  });

  test("names a picture that is an asset at the page's own origin, wherever its stored address was", () => {
    const stored = `http://before.example/_foyer/assets/${assetScope.tenantId}/${assetId}/signed/share`;
    const html = shown({ metadata: { ogImageUrl: stored, twitterImageUrl: stored, robots: [] } });
    const named = [...html.matchAll(/(?:og|twitter):image" content="([^"]*)"/g)].map(([, address]) => address);
    const expected = `${new URL(ownAddress).origin}${pageAssetPath(assetScope, assetId)}/share`;
    expect(named).toEqual([expected, expected]);
  });

  test("keeps a person's page out of search engines unless its robots say otherwise", () => {
    const robotsOf = (changes: Partial<PageDocument>) => {
      const { html, isIndexed } = render(changes);
      return [/<meta name="robots" content="([^"]*)">/.exec(html)?.[1], isIndexed];
    };
    const audience = { ...pageDocument().audience, isPersonal: false };
    expect(robotsOf({})).toEqual(["noindex", false]);
    expect(robotsOf({ person: null, account: null })).toEqual(["noindex", false]);
    expect(robotsOf({ audience })).toEqual([undefined, true]);
    expect(robotsOf({ metadata: { robots: ["index", "follow"] } })).toEqual(["index, follow", true]);
    expect(robotsOf({ metadata: { robots: ["All"] } })).toEqual(["All", true]);
    for (const rule of ["nofollow", "max-image-preview: all", "max-image-preview:large", "indexifembedded"]) {
      expect(robotsOf({ metadata: { robots: [rule] } })).toEqual([`noindex, ${rule}`, false]);
      expect(robotsOf({ audience, metadata: { robots: [rule] } })).toEqual([rule, true]);
    }
    expect(robotsOf({ audience, metadata: { robots: ["NoIndex"] } })).toEqual(["NoIndex", false]);
    expect(robotsOf({ audience, metadata: { robots: ["none"] } })).toEqual(["none", false]);
    expect(robotsOf({ metadata: null, audience })).toEqual([undefined, true]);
  });

  test("and the first heading show the page's name when their own text turns out empty", () => {
    const page = pageOf({ name: "Spring", title: "{{ person.phoneNumber }} " });
    const html = shown({ page, metadata: { title: "{{ person.phoneNumber }}", ogTitle: "{{person.phoneNumber}}", robots: [] } });
    expect(html).toContain("<title>Spring</title>");
    expect(html).toContain("<h1>Spring</h1>");
    for (const name of ['property="og:title"', 'name="twitter:title"']) expect(html).toContain(`<meta ${name} content="Spring">`);
    expect(html).toContain('"name":"Spring"');
    const titled = shown({ page: pageOf({ title: "{{ person.firstName }} <b>" }), metadata: null });
    expect(titled).toContain("<h1>Ada &lt;b&gt;</h1>");
  });

  test("has no characters that reverse the text around them", () => {
    const name = "\u202eAda\u2066 \u2069Lovelace\u202c";
    const title = "{{ person.name }}";
    const html = shown({ metadata: { title, description: title, robots: [] }, person: { ...pageDocument().person!, name } });
    expect(html.slice(0, html.indexOf("</head>"))).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(html).toContain("<title>Ada Lovelace</title>");
    expect(html).toContain(`<b><bdi>${name}</bdi></b>`);
  });

  test("and the page never fill in tokens in the brand's name, its logo or the robots rules", () => {
    const text = "{{ person.name }} {% x %}";
    const logo = { assetId, url: null, altText: `logo ${text}` };
    const html = shown({
      page: pageOf({ pageType: "outbound" }),
      brand: { ...pageDocument().brand!, name: `brand ${text}`, logo },
      metadata: { robots: [`all, ${text}`] },
    });
    expect(html.split(`brand ${text}`).length - 1).toBe(4);
    expect(html).toContain(`alt="logo ${text}"`);
    expect(html).toContain(`<meta name="robots" content="all, ${text}">`);
  });

  test("has structured data that no text can break out of", () => {
    const title = `</script><script>alert(1)</script> & "quotes" \u2028 {{ person.name }}`;
    const name = `Ada </script> "L" \\ \u2029`;
    const html = shown({ metadata: { title, robots: [] }, person: { ...pageDocument().person!, name } });
    const text = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] as string;
    expect(text).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(text)).toEqual({
      "@context": "https://schema.org",
      "@type": "WebPage",
      name: title.replace("{{ person.name }}", name),
      inLanguage: "en",
      publisher: { "@type": "Organization", name: "Northwind Analytics" },
    });
  });
});

describe("the language", () => {
  const inLanguage = (text: string) => {
    const one = topic(text, [["text", text]]);
    return shown({ page: pageOf({ title: text }), topics: [one], topicIds: [one.topicId], metadata: null, forms: [] });
  };

  test.each([
    ["de", "Wir freuen uns auf das Gespräch mit Ihnen und zeigen, wie es für Sie ist", "Frage stellen"],
    ["fr", "Nous sommes heureux de vous montrer notre travail pour votre équipe", "Poser une question"],
    ["es", "Estamos aquí para usted y su equipo con todas las respuestas", "Hacer una pregunta"],
    ["it", "Siamo qui per voi e per il vostro lavoro con una soluzione che non è complicata", "Faccia una domanda"],
    ["nl", "Wij laten u zien hoe het voor uw team werkt en wat een dag kost", "Stel een vraag"],
    ["pt", "Não é só para você, é para os seus clientes com uma equipa que ajuda", "Fazer uma pergunta"],
    ["en", "Zyx wvu tsr", "Ask a question"],
  ])("is %s for a page that is written in it", (language, text, words) => {
    const html = inLanguage(text);
    expect(html).toStartWith(`<!doctype html><html lang="${language}">`);
    expect(html).toContain(words);
  });

  test("runs from right to left in Arabic and Hebrew", () => {
    expect(inLanguage("مرحبا بكم في الصفحة")).toStartWith('<!doctype html><html lang="ar" dir="rtl">');
    expect(inLanguage("ברוכים הבאים לעמוד")).toStartWith('<!doctype html><html lang="he" dir="rtl">');
  });
});
