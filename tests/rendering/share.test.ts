import { describe, expect, test } from "bun:test";
import { drawShare } from "../../server/rendering";

const brand = { name: "Northwind", colors: { primary: "#0f8a6d", background: null, text: null } };

/** The lines of the picture: brand, title and recipient, each with the size of its letters. */
function linesOf(title: string, ...recipients: string[]): { size: number; text: string }[] {
  const drawing = drawShare({
    title,
    recipients: recipients.length > 0 ? recipients : ["Ada"],
    brand: brand as never,
    logo: null,
    language: "en",
  });
  return [...drawing.matchAll(/<text [^>]*font-size="(\d+)"[^>]*>([^<]*)/g)].map(([, size, text]) => ({
    size: Number(size),
    text: (text as string).replace(/[\u2068\u2069]/g, ""),
  }));
}

describe("the picture for sharing", () => {
  test("breaks a title without spaces, in any script, before its edge", () => {
    for (const letter of ["六", "W", "가", "س", "Ж"]) {
      const lines = linesOf(letter.repeat(40)).slice(1, -1);
      expect(lines.map(({ text }) => text).join("")).toBe(letter.repeat(40));
      for (const { size, text } of lines) expect(size * text.length * (letter === "Ж" ? 0.7 : 1)).toBeLessThanOrEqual(1_024);
    }
  });

  test("has smaller letters rather than a word in two parts", () => {
    const words = linesOf("Warehouse-Management-Anbindung für alle").flatMap(({ text }) => text.split(" "));
    expect(words).toContain("Warehouse-Management-Anbindung");
  });

  test("cuts a title that is too long once, and a long name before the edge", () => {
    const lines = linesOf("word ".repeat(100), "M".repeat(80));
    expect(lines.filter(({ text }) => text.endsWith("…"))).toHaveLength(2);
    const { size, text } = lines.at(-1) as { size: number; text: string };
    expect(size * text.length).toBeLessThanOrEqual(1_024 + size);
  });

  test("has no boxes in place of emoji", () => {
    expect(linesOf("🚀 Launch 👩‍👩‍👧‍👦 day 🇩🇪 👍🏽 ™", "Zoë 🎉").map(({ text }) => text)).toEqual([
      "Northwind",
      "Launch day ™",
      "Zoë",
    ]);
  });

  test("fills its lines with Hebrew and Arabic, which are narrower than they have letters", () => {
    expect(linesOf("خطة التخزين والتوزيع لشركة النور").slice(1, -1)).toEqual([
      { size: 84, text: "خطة التخزين والتوزيع" },
      { size: 84, text: "لشركة النور" },
    ]);
    // Vowel points, and what keeps two letters of Persian apart, take no room.
    for (const [letter, count] of [
      ["م", 20],
      ["مُ", 20],
      ["م\u200c", 20],
      ["ב", 17],
      ["בָ", 17],
    ] as const) {
      expect(linesOf(letter.repeat(count)).slice(1, -1)).toEqual([{ size: 84, text: letter.repeat(count) }]);
    }
  });

  test("says that a title goes on, however little room its signs take, and cuts none of its letters", () => {
    for (const letter of ["بَّ", "𝐀\u0301\u0302\u0303\u0304\u0305"]) {
      const shown = linesOf(letter.repeat(101))
        .slice(1, -1)
        .map(({ text }) => text)
        .join("");
      expect(shown).toMatch(/…$/);
      expect(shown.slice(0, -1).replaceAll(letter, "")).toBe("");
      expect(shown.isWellFormed()).toBe(true);
    }
  });

  test("takes no longer for each letter of a long name, also of those that take no room", () => {
    const timeOf = (length: number) => {
      const name = "\u2060".repeat(length) + "W".repeat(50);
      const times = [1, 2, 3].map(() => {
        const startedAt = performance.now();
        linesOf("Hi", name);
        return performance.now() - startedAt;
      });
      return Math.min(...times);
    };
    timeOf(1_000);
    expect(timeOf(8_000) / timeOf(2_000)).toBeLessThan(9);
  });

  test("has each name in its own direction, without those that have no letters", () => {
    const drawing = drawShare({
      title: "Hi",
      recipients: ["דנה", "🎉", "3M"],
      brand: brand as never,
      logo: null,
      language: "en",
    });
    expect(drawing).toContain(">\u2068דנה\u2069 · \u20683M\u2069<");
    expect(drawing).toContain(">\u2068Northwind\u2069<");
  });
});
