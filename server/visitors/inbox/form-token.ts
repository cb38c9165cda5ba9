import { randomBytes } from "node:crypto";
import { leastTokenAgeMs } from "../../../contract/visits/visitor-forms";
import type { Signer } from "../../secrets/signer";

const greatestAgeMs = 86_400_000;
const randomLength = 12;
const purpose = "form token";

/** Given to one visitor's browser when the visitor begins to fill in a form, and valid for one form. */
export function writeFormToken(signer: Signer, audienceId: string, now: number): string {
  const text = `${now.toString(36)}.${randomBytes(randomLength).toString("base64url")}`;
  return `${text}.${signer.sign(purpose, `${audienceId} ${text}`)}`;
}

/** False for one that is not ours, of another page, too young or too old. */
export function readFormToken(signer: Signer, token: string, audienceId: string, now: number): boolean {
  const [, text, issued, signature] = /^(([a-z0-9]{1,11})\.[\w-]{16})\.([\w-]{43})$/.exec(token) ?? [];
  if (issued === undefined || signature === undefined || !signer.verify(purpose, `${audienceId} ${text}`, signature))
    return false;
  const age = now - Number.parseInt(issued, 36);
  // The clock was set back meanwhile, or is behind that of the process that gave the token.
  if (age < 0) return age >= -greatestAgeMs;
  return age >= leastTokenAgeMs && age <= greatestAgeMs;
}
