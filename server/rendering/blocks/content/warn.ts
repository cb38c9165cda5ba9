import type { AssetScope } from "../../images";
import { withoutPlaceholders } from "../../templates/placeholders";

const maxQuotedLetters = 40;

/** Warns that a field's value is unknown. */
export function warnOfField(scope: AssetScope, content: string, name: string, value: string, how: string): void {
  const pattern = new RegExp(`^\\s*${name}\\s*:\\s*(.*?)\\s*$`, "i");
  const line = content.split(/\r\n|\r|\n/).findIndex((one) => pattern.exec(one)?.[1] === value);
  warnOfLine(scope, line + 1, value, how);
}

/** Warns that a part of a line can't be read. `how`: why not, and what is shown instead. */
export function warnOfLine({ warn }: AssetScope, line: number, part: string, how: string): void {
  warn?.("block_unreadable", `line ${line}: "${withoutPlaceholders(part).slice(0, maxQuotedLetters)}" ${how}`);
}
