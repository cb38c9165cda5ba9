import type { Reader } from "../../storage/port";
import { slugTaken } from "./queries";

const maxSlugLength = 80;

/** Letters of any script become ASCII where they can, the rest a hyphen. */
export function slugOf(name: string): string {
  const slug = transliterate(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, maxSlugLength)
    .replace(/^-+|-+$/g, "");
  return slug || "person";
}

/** A free suffix in a logarithm of tries: doubles until one is free, then halves the gap. */
export async function freeSlug(db: Reader, tenantId: string, base: string): Promise<string> {
  const taken = (suffix: number) => slugTaken(db, tenantId, `${base}-${suffix}`);
  let low = 1;
  let high = 2;
  while (await taken(high)) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await taken(middle)) low = middle;
    else high = middle;
  }
  return `${base}-${high}`;
}

// What Unicode decomposition leaves alone.
const letters: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ı: "i",
  ħ: "h",
  ŋ: "n",
  а: "a",
  б: "b",
  в: "v",
  г: "g",
  д: "d",
  е: "e",
  ж: "zh",
  з: "z",
  и: "i",
  й: "i",
  к: "k",
  л: "l",
  м: "m",
  н: "n",
  о: "o",
  п: "p",
  р: "r",
  с: "s",
  т: "t",
  у: "u",
  ф: "f",
  х: "kh",
  ц: "ts",
  ч: "ch",
  ш: "sh",
  щ: "shch",
  ъ: "",
  ы: "y",
  ь: "",
  э: "e",
  ю: "yu",
  я: "ya",
  є: "ye",
  і: "i",
  ґ: "g",
  α: "a",
  β: "v",
  γ: "g",
  δ: "d",
  ε: "e",
  ζ: "z",
  η: "i",
  θ: "th",
  ι: "i",
  κ: "k",
  λ: "l",
  μ: "m",
  ν: "n",
  ξ: "x",
  ο: "o",
  π: "p",
  ρ: "r",
  σ: "s",
  ς: "s",
  τ: "t",
  υ: "y",
  φ: "f",
  χ: "ch",
  ψ: "ps",
  ω: "o",
};

function transliterate(name: string): string {
  if (/^[\x00-\x7f]*$/.test(name)) return name;
  const plain = name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "");
  return plain.replace(/[^\x00-\x7f]/gu, (letter) => letters[letter] ?? letter);
}
