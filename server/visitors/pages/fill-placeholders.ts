import { escapeHtml, placeholderEnd, placeholderStart } from "../../rendering";

/** What is known of a page only when it is served. */
export interface ServedAs {
  /** The page's own address, which it names in its head. */
  address: string;
  /** Sent along by its forms. */
  token: string;
  /** Sent along by its tracker; empty where no visit is to be recorded. */
  visitToken: string;
}

/** A stored page as a list of texts, to be joined; undefined when a fragment is not known. */
export function fillPlaceholders(
  html: string,
  served: ServedAs,
  fragmentOf: (hash: string) => string | undefined,
): string[] | undefined {
  const chunks: string[] = [];
  let from = 0;
  for (let start = html.indexOf(placeholderStart); start !== -1; start = html.indexOf(placeholderStart, from)) {
    const end = html.indexOf(placeholderEnd, start);
    const name = html.slice(start + placeholderStart.length, end);
    const filling = ownFilling(name, served) ?? fragmentOf(name);
    if (filling === undefined) return undefined;
    chunks.push(html.slice(from, start), filling);
    from = end + placeholderEnd.length;
  }
  chunks.push(html.slice(from));
  return chunks;
}

function ownFilling(name: string, { address, token, visitToken }: ServedAs): string | undefined {
  if (name === "address") return escapeHtml(address);
  if (name === "origin") return escapeHtml(new URL(address).origin);
  if (name === "token") return token;
  return name === "visit" ? visitToken : undefined;
}
