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
    for (const letter of ["م", "מ", "مُ", "מָ", "م\u200c"]) {
      expect(linesOf(letter.repeat(20)).slice(1, -1)).toEqual([{ size: 84, text: letter.repeat(20) }]);
    }
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
