/** What actions do. The API takes types that nobody here knows. */
export const actionTypes: Readonly<Record<string, string>> = {
  url: "Opens an address",
  form: "Opens a form",
  email: "Writes an e-mail",
  phone: "Calls a number",
  download: "Downloads a file",
};

/** In which order a page's topics are. */
export const topicOrderWords = { given: "As they are attached", ranked: "The best match for each audience first" };

const languages = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });

/** In the console's own language: "German (de)". */
export function languageInWords(tag: string): string {
  const name = languageNamed(tag);
  return name === undefined ? tag : `${name} (${tag})`;
}

/** The API takes tags that browsers refuse to name, such as "zh-cmn-Hans". */
function languageNamed(tag: string): string | undefined {
  try {
    return languages.of(tag);
  } catch {
    return undefined;
  }
}
