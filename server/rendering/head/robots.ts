import type { PageDocument } from "../page-document";

interface Robots {
  /** What search engines are told; nothing when they may do as they like. */
  rules: string | undefined;
  isIndexed: boolean;
}

/** What its metadata say; but a page that was made for a person is for that person, unless they say so outright. */
export function robotsOf({ metadata, audience }: Pick<PageDocument, "metadata" | "audience">): Robots {
  const rules = metadata?.robots.join(", ") ?? "";
  const words = rules.toLowerCase().split(/[\s,:]+/);
  if (words.includes("noindex") || words.includes("none")) return { rules, isIndexed: false };
  const isLetIn = /(^|[\s,])(index|all)([\s,]|$)/i.test(rules.replace(/:\s+/g, ":"));
  if (audience.isPersonal && !isLetIn) return { rules: rules === "" ? "noindex" : `noindex, ${rules}`, isIndexed: false };
  return { rules: rules === "" ? undefined : rules, isIndexed: true };
}
