import { randomBytes } from "node:crypto";

const secretBytes = 32;

/** In the format of Standard Webhooks. Stored as it is, because signing needs the secret itself. */
export function newSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString("base64")}`;
}
