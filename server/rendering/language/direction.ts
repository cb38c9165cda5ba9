const rightToLeftScripts = new Set("Adlm Arab Armi Hebr Mand Nkoo Rohg Samr Syrc Thaa".split(" "));

/** By the script that the tag names, or that its language is usually written in: `ar-Latn` is read from the left. */
export function isRightToLeft(tag: string): boolean {
  return rightToLeftScripts.has(scriptOf(tag) ?? "");
}

function scriptOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().script;
  } catch {
    // Whoever sends a form may name any language.
    return undefined;
  }
}
