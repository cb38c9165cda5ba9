import type { KeptPage } from "./kept-page";
import { addressMark, markStart, styleMark, tokenMark } from "./render";
import { WholePage } from "./whole-page";

/** A kept page with its style, its own address, and what its forms send along. */
export function complete({ html, style }: Pick<KeptPage, "html" | "style">, address: string, token: string): WholePage {
  const [first = "", ...rest] = html.split(markStart);
  let before = "";
  let text = first;
  for (const piece of rest) {
    if (piece.startsWith(styleMark)) {
      before = text;
      text = piece.slice(styleMark.length);
    } else if (piece.startsWith(addressMark)) text += escaped(address) + piece.slice(addressMark.length);
    else if (piece.startsWith(tokenMark)) text += token + piece.slice(tokenMark.length);
    else text += markStart + piece;
  }
  return new WholePage(before, style, text);
}

function escaped(address: string): string {
  return /[&'"<>]/.test(address) ? address.replace(/[&'"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`) : address;
}
