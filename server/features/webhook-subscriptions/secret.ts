import { randomBytes } from "node:crypto";

const secretBytes = 32;

/** As Standard Webhooks has it. Stored as it is: it signs, so a hash of it would be of no use. */
export function newSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString("base64")}`;
}
