import type { PageDocument } from "../page-document";

interface Robots {
  /** The content of the robots meta tag, if there is one. */
  rules: string | undefined;
  isIndexed: boolean;
}

/** A page for a person is not indexed unless its metadata explicitly allow it. */
export function robotsOf({ metadata, audience }: Pick<PageDocument, "metadata" | "audience">): Robots {
  const rules = metadata?.robots.join(", ") ?? "";
  const words = rules.toLowerCase().split(/[\s,:]+/);
  if (words.includes("noindex") || words.includes("none")) return { rules, isIndexed: false };
  const isAllowed = /(^|[\s,])(index|all)([\s,]|$)/i.test(rules.replace(/:\s+/g, ":"));
  if (audience.isPersonal && !isAllowed) return { rules: rules === "" ? "noindex" : `noindex, ${rules}`, isIndexed: false };
  return { rules: rules === "" ? undefined : rules, isIndexed: true };
}
