import { createHmac, timingSafeEqual } from "node:crypto";
import type { Files } from "./files/port";
import type { Previews } from "./previews/port";

/** What handlers and jobs reach beside the database: how the outside sees us, what only we can have signed, the DNS. */
export interface Site {
  /** How the outside sees the API. */
  readonly publicUrl: string;
  /** How the outside sees the pages. */
  readonly pagesUrl: string;
  readonly seal: Seal;
  /** The TXT records of a name; fails with a code such as ENOTFOUND or ETIMEOUT. */
  resolveTxt(name: string): Promise<string[]>;
  readonly files: Files;
  readonly previews: Previews;
}

/** Proves that a text came from this installation. */
export interface Seal {
  /** What the text is for is part of what is signed, so that a signature fits one place alone. */
  sign(purpose: string, text: string): string;
  isGenuine(purpose: string, text: string, signature: string): boolean;
}

export function createSeal(secret: string): Seal {
  const sign = (purpose: string, text: string) => createHmac("sha256", secret).update(`${purpose}\n${text}`).digest("base64url");
  return {
    sign,
    isGenuine(purpose, text, signature) {
      const right = Buffer.from(sign(purpose, text));
      const given = Buffer.from(signature);
      return right.length === given.length && timingSafeEqual(right, given);
    },
  };
}
