import { eachLine } from "../../event-loop/steps";
import { readSteps } from "../../rendering/entries/read";
import type { BlockReader } from "./block-text";
import { withoutLinks } from "./sentences";

export const callout: BlockReader = function* (content) {
  const { heading } = yield* readSteps(content, ["kind"]);
  const lines: string[] = [];
  yield* eachLine(content, (line) => {
    if (!/^\s*kind\s*:/i.test(line) && (heading === undefined || !/^\s*#{1,6}\s/.test(line))) lines.push(line);
  });
  const body = lines.join("\n");
  if (heading === undefined && body.trim() === "") return undefined;
  return [{ heading: heading && withoutLinks(heading), body: withoutLinks(body) }];
};
