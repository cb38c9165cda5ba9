import type { KeptPage } from "./kept-page";
import { addressMark, markStart, styleMark, tokenMark } from "./render";

/** A kept page as it is sent: with its style, its own address, and what its forms send along. */
export function complete({ html, style }: Pick<KeptPage, "html" | "style">, address: string, token: string): Buffer<ArrayBuffer> {
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
  return joined(before, style, text);
}

/** The style is in bytes already: to turn it into text and back again was most of a first visit's cost. */
function joined(before: string, style: Buffer, after: string): Buffer<ArrayBuffer> {
  const start = Buffer.byteLength(before);
  const end = start + style.length;
  const bytes = Buffer.allocUnsafeSlow(end + Buffer.byteLength(after));
  bytes.write(before);
  bytes.set(style, start);
  bytes.write(after, end);
  return bytes;
}

function escaped(address: string): string {
  return /[&'"<>]/.test(address) ? address.replace(/[&'"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`) : address;
}
