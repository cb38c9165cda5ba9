import { parts } from "../../rendering/blocks/content/parts";
import { readSteps } from "../../rendering/blocks/content/read";
import type { BlockReader } from "./block-text";
import { withoutLinks } from "./sentences";

export const callout: BlockReader = function* (content) {
  const { heading, text } = yield* readSteps(content, parts.callout);
  if (heading === undefined && text === "") return undefined;
  return [{ heading: heading && withoutLinks(heading), body: withoutLinks(text) }];
};
