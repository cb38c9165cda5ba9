import type { KeptPage } from "./kept-page";
import type { SharedBytes } from "./shared-bytes";
import { WholePage } from "./whole-page";

/** A kept page with its own address, and what its forms send along. */
export function complete({ texts, pieces }: Pick<KeptPage, "texts" | "pieces">, address: string, token: string): WholePage {
  const own: string[] = [];
  const shared: SharedBytes[] = [];
  let text = "";
  for (let index = 0; index < texts.length; index += 2) {
    text += texts[index];
    const mark = texts[index + 1];
    const piece = mark === undefined ? undefined : pieces.get(mark);
    if (piece) {
      own.push(text);
      shared.push(piece);
      text = "";
    } else if (mark === "address") text += escaped(address);
    else if (mark === "token") text += token;
  }
  return new WholePage([...own, text], shared);
}

function escaped(address: string): string {
  return /[&'"<>]/.test(address) ? address.replace(/[&'"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`) : address;
}
