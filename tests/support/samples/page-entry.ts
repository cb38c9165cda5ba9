import type { PageDocument } from "../../../server/rendering";
import { assetId, pageDocument, shown, topic } from "./page-document";

export const image = { type: "image/png", bytes: 1_234_567, width: 1200, height: 800, hasPreview: true };
export const video = { ...image, type: "video/mp4", width: null, height: null, hasPreview: false };
export const assets = { [assetId]: image };
export const assetsOf = (type: string) => (type.toLowerCase() === "video" ? { [assetId]: video } : assets);

/** A page with one entry alone. */
export function withEntry(type: string, content: string, known: PageDocument["assets"] = assetsOf(type)): PageDocument {
  const one = topic("A topic", [[type, content]]);
  return pageDocument({ topics: [one], topicIds: [one.topicId], assets: known });
}

/** What is within its topic. */
export function markupOf(type: string, content: string): string {
  return /<section class="topic[^>]*>(.*?)<\/section>/s.exec(shown(withEntry(type, content)))?.[1] ?? "";
}
