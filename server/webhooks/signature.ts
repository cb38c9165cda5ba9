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

/** The headers of Standard Webhooks, with a signature for each secret. */
export function signedHeaders({ id, at, body }: Signed, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000));
  const sign = (secret: string) =>
    createHmac("sha256", Buffer.from(secret.slice(secretPrefix.length), "base64"))
      .update(`${id}.${timestamp}.${body}`)
      .digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map((secret) => `v1,${sign(secret)}`).join(" "),
  };
}
