import { createHmac, timingSafeEqual } from "node:crypto";

/** Signs texts with the installation's secret, and verifies them. */
export interface Signer {
  /** The purpose is signed too, so that a signature is valid for one purpose only. */
  sign(purpose: string, text: string): string;
  verify(purpose: string, text: string, signature: string): boolean;
}

export function createSigner(secret: string): Signer {
  const sign = (purpose: string, text: string) => createHmac("sha256", secret).update(`${purpose}\n${text}`).digest("base64url");
  return {
    sign,
    verify(purpose, text, signature) {
      const expected = Buffer.from(sign(purpose, text));
      const given = Buffer.from(signature);
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
  };
}
