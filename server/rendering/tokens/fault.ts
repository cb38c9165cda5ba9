const maxShownLength = 64;

/** What is wrong with a text, and where. */
export class TokenFault extends Error {
  constructor(what: string, text: string, index: number) {
    super(`${what} (${placeOf(text, index)})`);
  }
}

/** What somebody wrote, short enough to be said back. */
export function quoted(text: string): string {
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength).toWellFormed()}…` : text;
}

function placeOf(text: string, index: number): string {
  const lines = text.slice(0, index).split("\n");
  return `line ${lines.length}, column ${(lines.at(-1) as string).length + 1}`;
}
