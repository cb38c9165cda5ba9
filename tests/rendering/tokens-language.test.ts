import { heapStats } from "bun:jsc";
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { Liquid } from "liquidjs";
import { tokenFilters, tokenNames } from "../../contract";
import { filledText, parseText, segmentsOf, TokenError, type TokenValues, tokenValues } from "../../server/rendering/tokens";
import { cpuMsOf, workUnitMs } from "../support/service/processor-time";

/** In units of work; time that grows with the square of the length would be a thousand times what they take. */
const maxRefusalUnits = 50;

const ada = {
  person: {
    name: "Ada King Lovelace",
    email: "ada@acme.example",
    phoneNumber: null,
    domain: "acme.example",
    linkedinProfileUrl: null,
  },
  account: { name: "Acme, Inc.", domain: "acme.example" },
  page: { name: "Spring", title: "Hello {{ person.firstName }}" },
  audience: { name: "Ada, Acme" },
};
const nobody = { ...ada, person: null, account: null };

describe("a token is filled in", () => {
  const table: [text: string, forAda: string, forNobody: string][] = [
    ['Hi {{ person.firstName | default: "there" }}!', "Hi Ada!", "Hi there!"],
    ["{{person.lastName}}", "King Lovelace", ""],
    ["{{ person.phoneNumber | default: person.email }}", "ada@acme.example", ""],
    ["{{ person.phoneNumber | default: 7 }}", "7", "7"],
    ['{{ account.name | default: "you" | upcase }}', "ACME, INC.", "YOU"],
    ["{{ account.name | remove: ', Inc.' | append: '!' | prepend: \"To \" }}", "To Acme!", "To !"],
    ['{{ person.name | truncate: 5, "…" }} {{ person.name | truncatewords: 1, "" }}', "Ada … Ada", " "],
    ["{{ person.domain | replace: 'acme', 'other' | capitalize }}", "Other.example", ""],
    ["a  {{- person.firstName -}}  b", "aAdab", "ab"],
    ["{{ page.title }} / {{ page.name }}", "Hello Ada / Spring", "Hello  / Spring"],
    ["{{ audience.name\u00a0| strip }}", "Ada, Acme", "Ada, Acme"],
    ['{{ "{{" }} person.name }} {{ "{%" }} {{ \'"\' }}', '{{ person.name }} {% "', '{{ person.name }} {% "'],
    ["{ {person.name} } }} %} {#", "{ {person.name} } }} %} {#", "{ {person.name} } }} %} {#"],
  ];
  for (const [text, forAda, forNobody] of table) {
    test(text, () => {
      expect(parseText(text).length).toBeGreaterThan(0);
      expect(filledText(text, tokenValues(ada))).toBe(forAda);
      expect(filledText(text, tokenValues(nobody))).toBe(forNobody);
    });
  }

  test("with every name and filter on offer", () => {
    for (const name of Object.keys(tokenNames)) expect(parseText(`{{ ${name} }}`)).toHaveLength(1);
    for (const { sample } of Object.values(tokenFilters)) expect(parseText(`{{ person.name | ${sample} }}`)).toHaveLength(1);
  });
});

describe("a text is refused, with the position of the error", () => {
  const table: [text: string, message: string][] = [
    ["Hi\n  {{ person.nme }}", "has an unknown token person.nme (line 2, column 6)"],
    ["{{ person }}", "has an unknown token person (line 1, column 4)"],
    ["{{ person.constructor }}", "has an unknown token person.constructor"],
    ["{{ person.name.constructor }}", "has an unknown token person.name.constructor"],
    ["{{ constructor }}", "has an unknown token constructor"],
    ["{{ __proto__.name }}", "has an unknown token __proto__.name"],
    ["{{ person['__proto__'] }}", "has an unknown token person["],
    ['{{ person["name"] }}', "has an unknown token person["],
    ["{{ person[account.name] }}", "has an unknown token person[account.name]"],
    ["{{ person.name | append: person[account.name] }}", "has an unknown token person[account.name]"],
    ["{{ nil }}", "has an unknown token nil"],
    ["{{ 7 }}", "has an unknown token 7"],
    ["{{ (1..1000000000) }}", "has an unknown token (1..1000000000)"],
    ["{{ }}", "must have a name, or a text in quotes"],
    ["{{", "must have a name, or a text in quotes"],
    ["{{{ person.name }}}", "must have a name, or a text in quotes"],
    ["a {{ person.name", "must have one value, its filters and }} in a token (line 1, column 17)"],
    ["{{ person.name }", "must have one value"],
    ["{{ person.name , x }}", "must have one value"],
    ["{{ person.name ) x }}", "must have one value"],
    ["{{ person.name == account.name }}", "must have one value"],
    ["{{ person.name | }}", "must have one value"],
    ["{{ person.name | default: “there” }}", "has an unknown token “there”"],
    ['{{ person.name | default: "a\\"b" }}', "must have a name, or a text in quotes and without \\"],
    ['{{ person.name | default: "\\u0000" }}', "must have a name, or a text in quotes"],
    ["{{ person.name | times: 7 }}", "has an unknown filter times (line 1, column 18)"],
    ["{{ person.name | constructor }}", "has an unknown filter constructor"],
    ["{{ person.name | default }}", "the filter default, which must have a text or a name"],
    ["{{ person.name | upcase: 1 }}", "the filter upcase, which must have nothing after it"],
    ["{{ person.name | default: 'a', allow_false: true }}", "has an unknown token allow_false"],
    ["{{ person.name | strip: 'a' }}", "the filter strip, which must have nothing after it"],
    ["{{ person.name | truncate: 1e9 }}", "has an unknown token 1e9"],
    ["{{ person.name | truncate: 1000000000 }}", "has an unknown token 1000000000"],
    ["{{ person.name | truncate: '5' }}", "the filter truncate, which must have at most a whole number"],
    ["{{ person.name | replace: '', 'x' }}", "the filter replace, which must have a text that is not empty"],
    ["{{ person.name | replace: person.domain, 'x' }}", "the filter replace, which must have a text that is not empty"],
    ["{{ person.name | replace: 'a', person.name }}", "could become longer than 100000 characters"],
    ["{{ person.name | upcase | upcase | upcase }}", "could become longer than 100000 characters"],
    [`{{ person.name ${"| replace: 'a', 'aaaaaa'".repeat(9)} }}`, "could become longer than 100000 characters"],
    [`{{ person.name ${"| strip".repeat(11)} }}`, "must have at most 10 filters in a token"],
    [`{{ "${"a".repeat(99_990)}" }}${" ".repeat(4)}{{ x }}`, "has an unknown token x"],
    ["{% raw %}{{ person.nme }}{% endraw %}", "must not have tags ({%), tokens alone (line 1, column 1)"],
    ["{%- for i in (1..1000000000) %}{% endfor %}", "must not have tags"],
    ["{% comment %}", "must not have tags"],
    ["100 {%", "must not have tags"],
    ["{% liquid echo person.name %}", "must not have tags"],
  ];
  const grown = `{{ "${"&".repeat(300)}" | replace: "&", "${"&".repeat(300)}" }}`;
  table.push([grown.repeat(45), "has tokens that could become longer than 4000000 characters together (line 1, column 27589)"]);
  for (const [text, message] of table) {
    test(text.slice(0, 80), () => {
      expect(() => parseText(text)).toThrow(TokenError);
      expect(() => parseText(text)).toThrow(message);
    });
  }
});

describe("values are filled in as data", () => {
  const hostile = ["{{ 7 | times: 7 }}", "{{ person.email }}", "{% raw %}", "<script>alert(1)</script>", "\"'`{{", "$& $1 $`"];
  for (const name of hostile) {
    test(`a person called ${name}`, () => {
      const values = tokenValues({ ...ada, person: { ...ada.person, name } });
      expect(filledText("{{ person.name }}", values)).toBe(name);
      expect(filledText("{{ person.name | strip }}", values)).toBe(name);
      const named = { name: "Of {{ person.name }}", title: "For {{ person.name }}" };
      const titled = tokenValues({ ...ada, person: { ...ada.person, name }, page: named });
      expect(filledText("{{ page.title }} {{ page.name }}", titled)).toBe(`For ${name} Of ${name}`);
    });
  }

  test("a title that refers to itself is empty there, and an invalid token is not shown", () => {
    const titled = (title: string) => filledText("{{ page.title }}", tokenValues({ ...ada, page: { name: "Page", title } }));
    expect(titled("a{{ page.title }}b")).toBe("ab");
    expect(titled('a{{ page.title | default: "x" | upcase }}b')).toBe("aXb");
    expect(titled("a{{ page.ttle }}b {{ person.name")).toBe("ab  person.name");
  });

  test("the values of one audience never show in another's title", () => {
    const title = "{{ person.firstName }}";
    const of = (name: string) =>
      tokenValues({ ...ada, person: { ...ada.person, name }, page: { name: "Page", title } }).page.title;
    expect([of("Ada"), of("Grace"), of("Ada")]).toEqual(["Ada", "Grace", "Ada"]);
  });
});

describe("any text", () => {
  const missing = fc.constantFrom(null, "");
  const value = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 60 }),
    fc.constantFrom("Ada", "ŉŉŉ İİ", "{{ x }}", " a  b "),
    missing,
  );
  const values: fc.Arbitrary<TokenValues> = fc.record({
    person: fc.record({
      name: value,
      firstName: value,
      lastName: value,
      email: value,
      phoneNumber: value,
      domain: value,
      linkedinProfileUrl: value,
    }),
    account: fc.record({ name: value, domain: value }),
    page: fc.record({ name: value, title: value }),
    audience: fc.record({ name: value }),
  });
  const blank = fc.constantFrom("", " ", "\n ", "\t", "\u00a0");
  const name = fc.constantFrom(...Object.keys(tokenNames));
  const literal = fc
    .tuple(fc.constantFrom('"', "'"), fc.string({ unit: "grapheme", maxLength: 8 }))
    .map(([quote, text]) => `${quote}${text.replaceAll(quote, "").replaceAll("\\", "")}${quote}`);
  const filled = literal.filter((text) => text.length > 2);
  const any = fc.oneof(name, literal, fc.nat(99).map(String));
  const filter = fc.oneof(
    ...["upcase", "downcase", "capitalize", "strip", "truncate", "truncatewords"].map((word) => fc.constant(word)),
    fc.tuple(fc.constantFrom("default", "append", "prepend"), blank, any).map(([word, gap, arg]) => `${word}${gap}:${gap}${arg}`),
    fc.tuple(fc.constantFrom("truncate", "truncatewords"), fc.nat(12)).map(([word, most]) => `${word}: ${most}`),
    fc
      .tuple(fc.constantFrom("truncate", "truncatewords"), fc.nat(12), any)
      .map(([word, most, end]) => `${word}: ${most}, ${end}`),
    fc.tuple(filled, literal).map(([from, to]) => `replace: ${from},${to}`),
    filled.map((text) => `remove: ${text}`),
  );
  const plain = fc.tuple(name, fc.option(fc.oneof(literal, fc.nat(99).map(String)))).map(([word, instead]) => {
    return instead === null ? word : `${word} | default: ${instead}`;
  });
  const piped = fc
    .tuple(fc.oneof(name, literal), blank, fc.array(filter, { maxLength: 4 }))
    .map(([first, gap, filters]) => [first, ...filters].join(`${gap}|${gap}`));
  const token = fc
    .tuple(fc.constantFrom("", "-"), blank, fc.oneof(plain, piped), blank, fc.constantFrom("", "-"))
    .map(([before, left, inside, right, after]) => `{{${before}${left}${inside}${right}${after}}}`);
  const fixed = fc.string({ unit: "grapheme", maxLength: 12 }).map((text) => text.replace(/[{\ufeff\u180e]/g, "("));
  const text = fc.array(fc.oneof(token, fixed, blank), { maxLength: 6 }).map((parts) => parts.join(""));

  test("that is accepted gives the same result as the Liquid library, well-formed", () => {
    const library = new Liquid();
    let accepted = 0;
    fc.assert(
      fc.property(text, values, (written, given) => {
        const ours = outcome(written, given);
        if (ours === undefined) return;
        accepted += 1;
        expect(ours).toBe(library.parseAndRenderSync(written, given));
        expect(ours.isWellFormed()).toBe(true);
      }),
      { numRuns: 3_000 },
    );
    expect(accepted).toBeGreaterThan(2_000);
  });

  test("that is accepted never becomes too long, even with the longest values", () => {
    const longest = "ŉ a".repeat(1_365);
    const group = new Proxy({}, { get: () => longest, getOwnPropertyDescriptor: () => ({ configurable: true, value: longest }) });
    const given = { person: group, account: group, page: group, audience: group } as unknown as TokenValues;
    fc.assert(
      fc.property(fc.tuple(fc.oneof(name, literal), fc.array(filter, { maxLength: 10 })), ([first, filters]) => {
        const ours = outcome(`{{ ${[first, ...filters].join(" | ")} }}`, given);
        if (ours !== undefined) expect(ours.length).toBeLessThanOrEqual(100_000);
      }),
      { numRuns: 500 },
    );
  });

  test("is accepted or refused, and can be filled in even if it was stored before tokens were checked", () => {
    const piece = fc.constantFrom(
      "{{",
      "}}",
      "{%",
      "%}",
      "{",
      "}",
      "-",
      "|",
      ":",
      ",",
      '"',
      "'",
      "\\",
      "person.name",
      "default",
      " ",
      "\n",
      "😀",
      "raw",
      "endraw",
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 30 }).map((parts) => parts.join("")),
        (written) => {
          try {
            parseText(written);
          } catch (error) {
            expect(error).toBeInstanceOf(TokenError);
          }
          for (const segment of segmentsOf(written))
            if (typeof segment !== "string") expect(segment.fill(tokenValues(ada))).toBeString();
        },
      ),
      { numRuns: 3_000 },
    );
  });

  const long: Record<string, string> = {
    "full of tokens": "{{a}}".repeat(20_000),
    "full of good tokens": "{{ person.name }}".repeat(5_800),
    "full of openings": "{{".repeat(50_000),
    "full of openings, closed once": `${"{{".repeat(49_000)}}}`,
    "full of tags": "{%".repeat(50_000),
    "a token full of filters": `{{ person.name ${"| strip ".repeat(11_000)}}}`,
    "a filter full of values": `{{ person.name | append: ${"1,".repeat(40_000)}1 }}`,
    "a token full of blanks": `{{${" ".repeat(99_000)}x`,
    "a token full of dashes": `{{ ${"-".repeat(99_000)}`,
    "a quote without an end": `{{ "${"a".repeat(99_000)}`,
    "indexes in indexes": `{{ ${"a[".repeat(49_000)}`,
    "a token on the last of many lines": `${"\n".repeat(99_000)}{{ x }}`,
  };
  const unitMs = workUnitMs();
  for (const [what, written] of Object.entries(long)) {
    test(`of 100,000 characters is refused at once: ${what}`, () => {
      const spentMs = cpuMsOf(() => {
        expect(() => parseText(written)).toThrow(TokenError);
        filledText(written, tokenValues(ada));
      });
      expect(spentMs / unitMs).toBeLessThan(maxRefusalUnits);
    });
  }
});

test("40,000 different tokens leave few objects behind for the garbage collector", () => {
  Bun.gc(true);
  const before = heapStats().objectCount;
  for (let text = 0; text < 400; text += 1) {
    const tokens = Array.from({ length: 100 }, (_, token) => `{{ person.name | upcase | append: "${text} ${token}" }}`);
    filledText(tokens.join(" "), tokenValues(ada));
  }
  Bun.gc(true);
  expect(heapStats().objectCount - before).toBeLessThan(100_000);
});

test("a token that thousands of texts have leaves hardly more than the texts behind", () => {
  Bun.gc(true);
  const before = heapStats().objectCount;
  const texts = Array.from({ length: 3_000 }, (_, text) => parseText(`${text} {{ person.name | upcase | append: "!" }}`));
  Bun.gc(true);
  expect((heapStats().objectCount - before) / texts.length).toBeLessThan(8);
});

test("what is kept of a token does not keep the long text around it", () => {
  const longText = "x".repeat(100_000);
  Bun.gc(true);
  const before = heapStats();
  for (let text = 0; text < 400; text += 1) parseText(`${text}${longText}{{ person.name | default: "friend ${text}" }}`);
  Bun.gc(true);
  const { heapSize, extraMemorySize } = heapStats();
  expect(heapSize + extraMemorySize - before.heapSize - before.extraMemorySize).toBeLessThan(10_000_000);
});

function outcome(text: string, values: TokenValues): string | undefined {
  try {
    parseText(text);
  } catch (error) {
    if (error instanceof TokenError) return undefined;
    throw error;
  }
  return filledText(text, values);
}
