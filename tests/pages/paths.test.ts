import { beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { PageLink, ProblemBody } from "../../contract";
import { normalPath } from "../../server/features/page-links";
import { onBothEngines } from "../support/database/engines";
import { addAudience, tenantIdOf } from "../support/database/rows";
import { useService } from "../support/service/service";

const longest = `/${"a".repeat(2_047)}`;

/** Each line is one path: as it is kept, then other ways to spell it. No two lines are the same path. */
const paths: [string, ...string[]][] = [
  ["/"],
  ["/ada", "ada", "/ada/", "ada/", "/%61da", "/a%64a", "/%61%64%61", "%61da/"],
  ["/Ada", "/%41da", "Ada/"],
  ["/ADA", "/%41%44%41"],
  ["/ada/lovelace", "ada/lovelace", "/ada/lovelace/", "/ada/%6Covelace", "/ada/%6covelace"],
  ["/ada/Lovelace", "/ada/%4Covelace"],
  ["/0", "/%30"],
  // Unreserved characters are themselves, escaped or not.
  ["/a-b", "/a%2Db", "/a%2db"],
  ["/a_b", "/a%5Fb", "/a%5fb"],
  ["/a.b", "/a%2Eb", "/a%2eb"],
  ["/a~b", "/a%7Eb", "/a%7eb"],
  // Dots that are a name.
  ["/...", "/%2E%2E%2E", "/.%2e."],
  ["/.well-known", "/%2Ewell-known"],
  ["/a..b", "/a%2E.b"],
  ["/..a", "/%2e.a"],
  ["/a.."],
  ["/a."],
  ["/..;"],
  // What may not stand in a path is escaped.
  ["/a%20b", "/a b", "a b/"],
  ["/%20", " ", "/ "],
  ["/a%22b", '/a"b'],
  ["/a%3Cb", "/a<b", "/a%3cb"],
  ["/a%3Eb", "/a>b", "/a%3eb"],
  ["/a%5Eb", "/a^b", "/a%5eb"],
  ["/a%60b", "/a`b", "/a\u1fefb", "/a%E1%BF%AFb"],
  ["/a%7Bb", "/a{b", "/a%7bb"],
  ["/a%7Cb", "/a|b", "/a%7cb"],
  ["/a%7Db", "/a}b", "/a%7db"],
  ["/a%5Bb", "/a[b", "/a%5bb"],
  ["/a%5Db", "/a]b", "/a%5db"],
  ["/a%3Fb", "/a%3fb"],
  ["/a%23b"],
  ["/a%25b"],
  ["/a%2525b"],
  ["/a%252Fb"],
  ["/%252E%252E"],
  ["/%252e%252e"],
  ["/a%C2%A0b", "/a\u00a0b", "/a%c2%a0b"],
  ["/a%E3%80%80b", "/a\u3000b"],
  // Delimiters mean one thing as they are and another when they are escaped.
  ["/a!b"],
  ["/a%21b"],
  ["/a$b"],
  ["/a%24b"],
  ["/a&b"],
  ["/a%26b"],
  ["/a'b"],
  ["/a%27b"],
  ["/a(b)"],
  ["/a%28b%29"],
  ["/a*b"],
  ["/a%2Ab", "/a%2ab"],
  ["/a+b"],
  ["/a%2Bb", "/a%2bb"],
  ["/a,b"],
  ["/a%2Cb", "/a%2cb"],
  ["/a;b", "/a\u037eb", "/a%CD%BEb"],
  ["/a%3Bb", "/a%3bb"],
  ["/a=b"],
  ["/a%3Db", "/a%3db"],
  ["/a:b"],
  ["/a%3Ab", "/a%3ab"],
  ["/a@b"],
  ["/a%40b"],
  // Letters of any script are themselves, composed.
  ["/é", "/e\u0301", "/%C3%A9", "/%c3%a9", "/e%CC%81", "/%65%CC%81", "/%65\u0301"],
  ["/É", "/E\u0301", "/%C3%89"],
  ["/e"],
  ["/grüße", "/gr%C3%BC%C3%9Fe", "/gru\u0308%C3%9Fe"],
  ["/grüsse"],
  ["/K", "/\u212a", "/%E2%84%AA", "/%4B"],
  ["/Å", "/\u212b", "/A\u030a", "/%E2%84%AB"],
  ["/Ω", "/\u2126", "/%CE%A9"],
  ["/日本", "/%E6%97%A5%E6%9C%AC", "/日%E6%9C%AC"],
  ["/가", "/\u1100\u1161", "/%EA%B0%80", "/%E1%84%80%E1%85%A1"],
  ["/각", "/\u1100\u1161\u11a8", "/가\u11a8"],
  ["/привет", "/%D0%BF%D1%80%D0%B8%D0%B2%D0%B5%D1%82"],
  ["/नमस्ते", "/%E0%A4%A8%E0%A4%AE%E0%A4%B8%E0%A5%8D%E0%A4%A4%E0%A5%87"],
  ["/שלום", "/%D7%A9%D7%9C%D7%95%D7%9D"],
  ["/مرحبا", "/%D9%85%D8%B1%D8%AD%D8%A8%D8%A7"],
  ["/😀", "/%F0%9F%98%80"],
  ["/€", "/%E2%82%AC"],
  ["/ﬁ"],
  ["/fi"],
  ["/Ａ"],
  ["/A"],
  ["/²"],
  ["/2"],
  ["/ｅ．．"],
  // Marks are put in order, and join a letter but no slash and no escape.
  ["/q\u0323\u0307", "/q\u0307\u0323", "/q%CC%87%CC%A3"],
  ["/\u1ea1\u0308", "/ä\u0323", "/a\u0308\u0323", "/a\u0323\u0308"],
  ["/≮", "/<\u0338", "/%3C%CC%B8", "/%3c\u0338"],
  ["/≠", "/=\u0338", "/=%CC%B8"],
  ["/%3D%CC%B8", "/%3d\u0338"],
  ["/%2B%CC%87", "/%2b\u0307"],
  ["/%CC%81", "/\u0301"],
  ["/a/%CC%81b", "/a/\u0301b"],
  // Near what is reserved.
  ["/_foyers"],
  ["/x/_foyer", "/x/%5Ffoyer"],
  ["/_"],
  ["/Robots.txt"],
  ["/robots.txt/x"],
  ["/x/robots.txt"],
  ["/sitemap"],
  [longest, `${longest}/`.slice(1)],
  [`/${"é".repeat(1_023)}`],
];

const refused: Record<string, string[]> = {
  "dot segments": [
    ...[".", "..", "/.", "/..", "/./a", "/a/.", "/a/..", "/a/../b", "../a", "/../", "/./", "/%2e", "/%2E%2E", "/.%2e"],
    ...["/%2e.", "/a/%2e%2E/b", "/%2e/", "a/.."],
  ],
  "empty segments": ["//", "//a", "/a//", "/a//b", "///", "a//b", "http://x/y", "/%20//"],
  "a query or fragment": ["/a?", "/a?b=c", "?", "/a#", "/a#b", "#", "/a%20?"],
  backslashes: ["\\", "/a\\b", "/a%5Cb", "/a%5cb", "\\\\host\\x", "/..\\a", "/%5c..%5c"],
  "escaped slashes": ["/a%2Fb", "/a%2fb", "%2F", "/..%2Fetc", "/%2f"],
  "control characters": [
    ...["/a\u0000b", "/a\u0001b", "/a\tb", "/a\nb", "/a\rb", "/a\u001fb", "/a\u007fb", "/a\u0085b", "/a%00b", "/%00", "/a%01"],
    ...["/a%09", "/a%0A", "/a%0d", "/a%1F", "/a%7f", "/a%C2%85b", "/a\u2028b", "/a%E2%80%A9"],
  ],
  "escapes that are none": ["%", "/%", "/a%", "/a%2", "/%zz", "/%2g", "/%%41", "/a%u0041", "/% 41", "/%-1"],
  "bytes that are not UTF-8": [
    ...["/%80", "/%FF", "/%C3", "/%C3%", "/%C3a", "/%C3é", "/%C0%AE%C0%AE", "/%C0%AF", "/%E0%80%AF", "/%ED%A0%80"],
    ...["/%F4%90%80%80", "/%F8%88%80%80%80", "/%E2%82", "/é%CC", "/\ud83d"],
  ],
  "invisible characters": [
    ...["/a\u200bb", "/a\u200c", "/👩\u200d💻", "/a\u200e", "/a\u202eb", "/a%E2%80%AEb", "/\ufeffa", "/%EF%BB%BFa", "/a\u00adb"],
    ...["/a\u2060", "/a\u2066b\u2069", "/a\u061c", "/❤\ufe0f", "/\u3164", "/\u115f", "/\u2800", "/a\u{e0041}", "/\u180e"],
    ...["/\ue000", "/\ue02b", "/%EE%80%AB", "/\u{f0000}", "/\uffff", "/\u0378"],
  ],
  "what is the service's own": [
    ...["/_foyer", "_foyer", "/_foyer/", "/_foyer/x", "/_FOYER", "/_Foyer/x", "/%5Ffoyer", "/_%66oyer/x"],
    ...["/robots.txt", "robots.txt", "/robots.txt/", "/robots%2Etxt", "/sitemap.xml", "/favicon.ico"],
  ],
  "too many bytes": [`${longest}a`, `/${"é".repeat(1_024)}`, `/${" ".repeat(683)}`, "😀".repeat(600)],
};

describe("the spelling of a path", () => {
  test("is tried in more than 200 ways", () => {
    expect([...paths, ...Object.values(refused)].flat().length).toBeGreaterThan(200);
    expect(new Set([...paths, ...Object.values(refused)].flat()).size).toBe([...paths, ...Object.values(refused)].flat().length);
  });

  test("is the same for the same path, and differs for different paths", () => {
    const normal = paths.map(([kept, ...others]) => [kept, ...others].map(normalPath));
    expect(normal).toEqual(paths.map(([kept, ...others]) => [kept, ...others].map(() => ({ path: kept }))));
    expect(new Set(paths.map(([kept]) => kept)).size).toBe(paths.length);
  });

  for (const [what, spellings] of Object.entries(refused)) {
    test(`is refused with ${what}`, () => {
      expect(spellings.filter((spelling) => !("fault" in normalPath(spelling)))).toEqual([]);
    });
  }

  const pieces = [
    ...[
      "/",
      "//",
      ".",
      "..",
      "%",
      "%2",
      "%2e",
      "%2F",
      "%5C",
      "%3D",
      "%2B",
      "%20",
      " ",
      "=",
      "+",
      ";",
      "<",
      "%3C",
      "K",
      "e",
      "A",
      "B",
    ],
    ...[
      "\u0301",
      "%CC%81",
      "\u0338",
      "\u0307",
      "%CC%87",
      "\u212a",
      "\u1fef",
      "\u037e",
      "é",
      "%C3%A9",
      "%C3",
      "%A9",
      "가",
      "\u11a8",
    ],
    ...["\u1100", "\u1161", "😀", "\u200d", "\ufe0f", "_foyer", "~", "%25", "'", "[", "|"],
  ];
  const texts = fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "binary", maxLength: 2 })), { maxLength: 8 })
    .map((parts) => parts.join(""));
  const kept = (text: string) => {
    const normal = normalPath(text);
    fc.pre("path" in normal);
    return normal.path;
  };

  test("does not change when normalised again, is in composed form, and escapes no letter or digit", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const path = kept(text);
        expect(normalPath(path)).toEqual({ path });
        expect(path.normalize("NFC")).toBe(path);
        expect(path).toMatch(/^\/([^/]+(\/[^/]+)*)?$/);
        expect(path).not.toMatch(/%(?![0-9A-F]{2})|%(3[0-9]|[46][1-9A-F]|[57][0-9A]|2[DEF]|5[CF]|7E|[01].|7F)/);
      }),
      { numRuns: 3_000 },
    );
  });

  test("is found again by the address that a browser makes of it", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const path = kept(text);
        expect(normalPath(new URL(path, "http://pages.foyer.test").pathname)).toEqual({ path });
        expect(normalPath(new URL(path.normalize("NFD"), "http://pages.foyer.test").pathname)).toEqual({ path });
      }),
      { numRuns: 3_000 },
    );
  });
});

onBothEngines("the paths of page links", (engine) => {
  const service = useService(engine);
  let audienceId: string;
  const api = () => service().api;
  const create = (path: string) =>
    api().send("createPageLink", { body: { path, target: { targetType: "audience", audienceId } } });
  const rename = (link: PageLink, path: string) =>
    api().send("updatePageLink", { params: { page_link_id: link.pageLinkId }, body: { path } });

  beforeAll(async () => {
    audienceId = await addAudience(service().db, await tenantIdOf(service().db, api()));
  });

  test("are kept in their normal form, and every other spelling of a taken path is taken too", async () => {
    for (const [normal, ...others] of paths) {
      const { status, body } = await create(others.at(-1) ?? normal);
      const link = body as PageLink;
      expect([status, link.path]).toEqual([201, normal]);
      expect((await rename(link, link.path)).body).toMatchObject({ path: normal });
      for (const spelling of [normal, ...others]) {
        const again = await create(spelling);
        expect([spelling, again.status, (again.body as ProblemBody).code]).toEqual([spelling, 409, "path_taken"]);
        expect((again.body as ProblemBody).existingId).toBe(link.pageLinkId);
      }
    }
  });

  test("are refused with the location of the mistake, when created and when changed", async () => {
    const link = (await create("/to-be-renamed")).body as PageLink;
    for (const spelling of Object.values(refused).flat()) {
      for (const { status, body } of [await create(spelling), await rename(link, spelling)]) {
        const { errors = [] } = body as ProblemBody;
        expect([spelling, status, ...new Set(errors.map(({ location }) => location))]).toEqual([spelling, 422, "body.path"]);
      }
    }
    expect((await create("/to-be-renamed")).status).toBe(409);
  });

  test("32 creations of one path at once, in eight spellings, make one link", async () => {
    const spellings = ["/Zoë", "/Zoe\u0308", "/Zo%C3%AB", "/Zo%c3%ab", "Zoë/", "/%5Ao%C3%AB", "/Zoe%CC%88", "/%5a%6f%65%cc%88"];
    const answers = await Promise.all(Array.from({ length: 32 }, (_, index) => create(spellings[index % 8] as string)));
    const made = answers.filter(({ status }) => status === 201).map(({ body }) => body as PageLink);
    expect(made.map(({ path }) => path)).toEqual(["/Zoë"]);
    const losers = answers.filter(({ status }) => status !== 201).map(({ body }) => body as ProblemBody);
    expect(new Set(losers.map(({ code, existingId }) => `${code} ${existingId}`))).toEqual(
      new Set([`path_taken ${made[0]?.pageLinkId}`]),
    );
  });

  test("of 16 links moved to a path and 16 created there at once, one succeeds", async () => {
    const links = await Promise.all(Array.from({ length: 16 }, (_, index) => create(`/before/${index}`)));
    const moves = links.flatMap(({ body }) => [rename(body as PageLink, "/after"), create("/%61fter")]);
    const answers = await Promise.all(moves);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    for (const { status, body } of answers) if (status >= 300) expect((body as ProblemBody).code).toBe("path_taken");
  });
});
