const maxQuotedLength = 64;

/** Says what is wrong with a token and where it is in its text. */
export class TokenError extends Error {
  constructor(message: string, text: string, index: number) {
    super(`${message} (${positionOf(text, index)})`);
  }
}

/** Cuts off what is too long for an error message. */
export function quoted(text: string): string {
  return text.length > maxQuotedLength ? `${text.slice(0, maxQuotedLength).toWellFormed()}…` : text;
}

function positionOf(text: string, index: number): string {
  const lines = text.slice(0, index).split("\n");
  return `line ${lines.length}, column ${(lines.at(-1) as string).length + 1}`;
}
