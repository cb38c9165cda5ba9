import type { Metadata, MetadataOverride } from "../../../contract/pages/metadata";
import { sentMetadata } from "../../api/sent-metadata";
import type { FieldValue, RecordField } from "./record-form";

type Told = Metadata | MetadataOverride | undefined;
type Owner = "metadata" | "metadataOverride";

export const foldOfMetadata = "Search engines and sharing";

/** Without a rule of their own, pages made for one person are hidden and others are found. */
const rules = [
  { value: "noindex", label: "Hidden from search engines" },
  { value: "index", label: "Found by search engines, even if made for one person" },
];

const folded: RecordField[] = [
  { name: "keywords", label: "Keywords", kind: "tags", description: "Press Enter after each" },
  { name: "author", label: "Author" },
  {
    name: "canonicalUrl",
    label: "Address for search engines",
    placeholder: "https://…",
    description: "If they should know the page under another one",
  },
  { name: "ogTitle", label: "Title where it is shared", description: "In messages and social networks" },
  { name: "ogDescription", label: "Description where it is shared", kind: "long" },
  { name: "ogSiteName", label: "Site's name where it is shared", placeholder: "The brand's name" },
  { name: "ogImageAlt", label: "What the shared picture shows", description: "For those who can't see it" },
  { name: "twitterTitle", label: "Title on X", placeholder: "As where it is shared" },
  { name: "twitterDescription", label: "Description on X", kind: "long", placeholder: "As where it is shared" },
  { name: "twitterImageAlt", label: "What the picture on X shows", placeholder: "As where it is shared" },
  { name: "twitterSite", label: "Your account on X", placeholder: "@example" },
  { name: "twitterCreator", label: "The author's account on X", placeholder: "@example" },
];

/** What of metadata few pages need. The fields' names begin with their owner's. */
export function metadataFields(owner: Owner): RecordField[] {
  const isPages = owner === "metadata";
  const robots: RecordField = {
    name: "robots",
    label: "Rule for search engines",
    kind: "choice",
    options: rules,
    placeholder: "Only pages made for one person are hidden",
  };
  // An audience's title has its place beside its name.
  const title: RecordField = { name: "title", label: "Title in search results", placeholder: "The page's title" };
  return [robots, ...(isPages ? [title] : []), ...folded].map((field) => ({
    ...field,
    ...(!isPages && { placeholder: "As on the page" }),
    name: `${owner}.${field.name}`,
    isFolded: true,
  }));
}

/** What is in the fields, and the title and description. */
export function metadataValues(owner: Owner, told: Told): Record<string, FieldValue> {
  const { robots, ...texts } = sentMetadata(told);
  const given: Record<string, FieldValue | undefined> = { ...texts, robots: ruleOf(robots) };
  const fields = [{ name: "title" }, { name: "description" }, { name: "robots" }, ...folded];
  return Object.fromEntries(
    fields.map(({ name, kind }: Partial<RecordField>) => [
      `${owner}.${name}`,
      given[name as string] ?? (kind === "tags" ? [] : ""),
    ]),
  );
}

/** Metadata are replaced as a whole: all of them with the changes, or undefined if there is none. What is empty is left out. */
export function changedMetadata(owner: Owner, told: Told, values: Record<string, unknown>): Record<string, unknown> | undefined {
  const changes = Object.entries(metadataValues(owner, told)).flatMap(([name, before]) => {
    const value = (values[name] ?? "") as string | string[];
    if (JSON.stringify(value) === JSON.stringify(before)) return [];
    const field = name.slice(owner.length + 1);
    return [[field, field === "robots" ? withRule(told?.robots, value as string) : value] as const];
  });
  if (changes.length === 0) return undefined;
  const next = Object.entries({ ...sentMetadata(told), ...Object.fromEntries(changes) });
  const isGiven = ([name, value]: [string, unknown]) =>
    changes.every(([changed]) => changed !== name) || (value as string | string[]).length > 0;
  return Object.fromEntries(next.filter(isGiven));
}

const hiding = ["noindex", "none"];
const finding = ["index", "all"];

/** One text may have several rules. */
function split(robots: readonly string[] = []): string[] {
  return robots.flatMap((text) => text.split(",")).flatMap((rule) => rule.trim() || []);
}

function ruleOf(robots: readonly string[] | undefined): string {
  const given = split(robots).map((rule) => rule.toLowerCase());
  if (given.some((rule) => hiding.includes(rule))) return "noindex";
  return given.some((rule) => finding.includes(rule)) ? "index" : "";
}

/** Rules about anything else stay. */
function withRule(robots: readonly string[] | undefined, rule: string): string[] {
  const others = split(robots).filter((each) => ![...hiding, ...finding].includes(each.toLowerCase()));
  return rule === "" ? others : [rule, ...others];
}
