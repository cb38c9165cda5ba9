import { createHmac, randomBytes } from "node:crypto";

const secretBytes = 32;
const secretPrefix = "whsec_";

/** In the format of Standard Webhooks. */
export function newSecret(): string {
  return secretPrefix + randomBytes(secretBytes).toString("base64");
}

export interface Signed {
  id: string;
  /** Unix milliseconds. */
  at: number;
  body: string;
}

/** What a secret signs with. */
export function signingKey(secret: string): Buffer {
  return Buffer.from(secret.slice(secretPrefix.length), "base64");
}

/** The headers of Standard Webhooks, with a signature for each key. */
export function signedHeaders({ id, at, body }: Signed, keys: readonly Buffer[]): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000));
  const content = `${id}.${timestamp}.${body}`;
  const sign = (key: Buffer) => createHmac("sha256", key).update(content).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": keys.map((key) => `v1,${sign(key)}`).join(" "),
  };
}
