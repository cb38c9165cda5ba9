type Named = Record<string, unknown>;

/** What items of a list are called, and how one of them is told from the others. */
const items: Record<string, { word: string; nameOf(item: Named): unknown }> = {
  topics: { word: "Topic", nameOf: ({ title }) => title },
  entries: { word: "Entry", nameOf: ({ content }) => (content as Named | undefined)?.type },
  actions: { word: "Action", nameOf: ({ buttonTitle }) => buttonTitle },
  actionCardWidgets: { word: "Card", nameOf: ({ title, type }) => title || type },
  logos: { word: "Logo", nameOf: ({ image }) => (image as Named | undefined)?.altText },
  footerLinks: { word: "Group of links", nameOf: ({ title }) => title },
  links: { word: "Link", nameOf: ({ text }) => text },
  scripts: { word: "Script", nameOf: ({ name }) => name },
  forms: { word: "Form", nameOf: ({ name }) => name },
  fields: { word: "Field", nameOf: ({ label }) => label },
};

/** Fields whose names are no words for whoever writes pages. */
const words: Record<string, string> = {
  builtOn: "Date",
  pageContext: "What it is about",
  supplementaryContext: "What else is known about them",
  customName: "Name",
  actionUrlOverride: "Where the main button leads",
  actionFormIdOverride: "Form",
  actionFormInstructionsOverride: "Words above the form",
  metadataOverride: "Title, description and sharing",
  buttonTitle: "Words on the button",
  actionType: "What it does",
  altText: "Description",
  url: "Address",
  isNewPageAgent: "New page agent",
  linkedinProfileUrl: "LinkedIn profile",
  topicIds: "Order of topics",
  brandId: "Brand",
  headerActionId: "Action in the header",
  actionCardWidgets: "Cards",
  socialImageAssetId: "Picture for sharing",
  ogImageUrl: "Address of the picture for sharing",
  formId: "Form",
  isLight: "Drawn for dark backgrounds",
  personId: "Identifier",
  accountId: "Identifier",
};

/** Parts of a path that only hold others. */
const wrappers = new Set(["image"]);

/** Where a field of a document is, in the document's own words: "Topic Prices › Entry 2, faq › Text". */
export function fieldInWords(path: readonly string[], ...documents: readonly unknown[]): string {
  const told: string[] = [];
  let found = documents;
  for (const [index, name] of path.entries()) {
    found = found.map((value) => (value as Named | null | undefined)?.[name]);
    const list = items[path[index - 1] ?? ""];
    if (list && /^\d+$/.test(name)) told.push(itemInWords(list, Number(name) + 1, found));
    else if (isText(path, index)) told.push("Text");
    else if (!items[name] && name !== "content" && !wrappers.has(name)) told.push(words[name] ?? inWords(name));
    else if (index === path.length - 1) told.push(words[name] ?? inWords(name));
  }
  return told.join(" › ");
}

/** An entry's text is the `content` in its `content`. */
function isText(path: readonly string[], index: number): boolean {
  return path[index] === "content" && path[index - 1] === "content";
}

function itemInWords({ word, nameOf }: (typeof items)[string], number: number, found: readonly unknown[]): string {
  const names = found.map((item) => (typeof item === "object" && item !== null ? nameOf(item as Named) : undefined));
  const name = names.find((each) => typeof each === "string" && each !== "");
  if (name === undefined) return `${word} ${number}`;
  return word === "Entry" ? `${word} ${number}, ${name}` : `${word} ${name}`;
}

/** "footerLinks" as "Footer links". */
function inWords(name: string): string {
  const spaced = name.replaceAll(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
