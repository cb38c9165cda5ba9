import type { PageDocument } from "../../features/versions";
import { filledText, type Values } from "../../tokens";

/** What its metadata say; else a page for a named person is for that person. */
export function isIndexed({ metadata, person }: PageDocument, values: Values): boolean {
  if (!metadata || metadata.robots.length === 0) return person === null;
  const words = metadata.robots.flatMap((rule) =>
    filledText(rule, values)
      .toLowerCase()
      .split(/[\s,:]+/),
  );
  return !words.includes("noindex") && !words.includes("none");
}
