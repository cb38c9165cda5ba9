/** Reads an address with its text on the lines below, or a Markdown link, `[text](address)`. */
export function labelledAddress(content: string): { address: string; text: string } {
  const trimmed = content.trim();
  const bracket = /^!?\[/.exec(trimmed)?.[0].length;
  const middle = trimmed.lastIndexOf("](");
  if (bracket !== undefined && middle !== -1 && trimmed.endsWith(")")) {
    const address = trimmed.slice(middle + 2, -1).trim();
    return { address: address.replace(/^<|>$/g, ""), text: trimmed.slice(bracket, middle) };
  }
  const [address = "", ...rest] = trimmed.split(/\r\n|\r|\n/);
  return { address: address.trim(), text: rest.join(" ").trim() };
}
