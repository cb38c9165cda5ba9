import type { KeptPage } from "./kept-page";
import { addressMark, markStart, styleMark, tokenMark } from "./render";

/** A kept page as it is sent: with its style, its own address, and what its forms send along. */
export function complete({ html, style }: Pick<KeptPage, "html" | "style">, address: string, token: string): string {
  const [first = "", ...rest] = html.split(markStart);
  let whole = first;
  for (const piece of rest) {
    if (piece.startsWith(styleMark)) whole += style + piece.slice(styleMark.length);
    else if (piece.startsWith(addressMark)) whole += escaped(address) + piece.slice(addressMark.length);
    else if (piece.startsWith(tokenMark)) whole += token + piece.slice(tokenMark.length);
    else whole += markStart + piece;
  }
  return whole;
}

function escaped(address: string): string {
  return /[&'"<>]/.test(address) ? address.replace(/[&'"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`) : address;
}
