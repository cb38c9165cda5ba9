import { readContent } from "../../rendering/entries/read";
import type { BlockReader } from "./block-text";
import { withoutLinks } from "./sentences";

export const callout: BlockReader = (content) => {
  const { heading } = readContent(content, ["kind"]);
  const body = content
    .split(/\r\n|\r|\n/)
    .filter((line) => !/^\s*kind\s*:/i.test(line) && (heading === undefined || !/^\s*#{1,6}\s/.test(line)))
    .join("\n");
  if (heading === undefined && body.trim() === "") return undefined;
  return [{ heading: heading && withoutLinks(heading), body: withoutLinks(body) }];
};
