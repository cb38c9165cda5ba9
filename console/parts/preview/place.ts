const names: Record<string, string> = {
  buttonTitle: "title",
  altText: "description",
  actions: "button",
  actionCardWidgets: "card",
  entries: "entry",
  fields: "field",
  footerLinks: "group of links",
  forms: "form",
  keywords: "keyword",
  links: "link",
  logos: "logo",
  options: "option",
  topics: "topic",
};

/** Where something is, in words: `topics[0].entries[2].content.content` is "entry 3 of topic 1". */
export function placeOf(location: string): string {
  const parts = location.split(".").map((part) => {
    const [, list = "", index] = /^(\w+)\[(\d+)\]$/.exec(part) ?? [];
    return index === undefined ? (names[part] ?? part) : `${names[list] ?? list} ${Number(index) + 1}`;
  });
  const told = parts.filter((part) => part !== "content");
  return told.toReversed().join(" of ");
}
