import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const ivBytes = 12;
const tagBytes = 16;
const cipher = "aes-256-gcm";
export const sealedStart = "v1.";

/** Encrypts what is stored of secrets, with the installation's key. */
export interface Vault {
  /** `field` names the field and record that the text belongs to. Moved elsewhere, it can't be opened. */
  seal(field: string, text: string): string;
  open(field: string, sealed: string): string;
  /** Tells one key from another, and reveals nothing of it. */
  readonly fingerprint: string;
}

export function createVault(secret: string): Vault {
  const derived = (purpose: string) => Buffer.from(hkdfSync("sha256", secret, "foyer", purpose, 32));
  const key = derived("vault");
  return {
    fingerprint: derived("fingerprint").toString("base64url"),
    seal(field, text) {
      const iv = randomBytes(ivBytes);
      const sealing = createCipheriv(cipher, key, iv).setAAD(Buffer.from(field));
      const sealed = Buffer.concat([sealing.update(text, "utf8"), sealing.final()]);
      return sealedStart + Buffer.concat([iv, sealing.getAuthTag(), sealed]).toString("base64url");
    },
    open(field, sealed) {
      const bytes = Buffer.from(sealed.slice(sealedStart.length), "base64url");
      const opening = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes)).setAAD(Buffer.from(field));
      opening.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      return Buffer.concat([opening.update(bytes.subarray(ivBytes + tagBytes)), opening.final()]).toString("utf8");
    },
  };
}

export function isSealed(text: string): boolean {
  return text.startsWith(sealedStart);
}
