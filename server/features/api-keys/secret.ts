import { createHash, randomBytes } from "node:crypto";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const secretLength = 43;
const checksumLength = 6;

/** `foyer_`, 256 random bits, and a checksum: a mistyped key is refused without a query. */
export function newKeySecret(): string {
  const secret = base62(BigInt(`0x${randomBytes(32).toString("hex")}`), secretLength);
  return `foyer_${secret}_${checksum(secret)}`;
}

/** Only the hash of a key is stored. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** Whether a generated key was mistyped. An operator's own key has no checksum, and is never damaged. */
export function isDamaged(secret: string): boolean {
  const [, random, check] = /^foyer_([0-9A-Za-z]{43})_([0-9A-Za-z]{6})$/.exec(secret) ?? [];
  return random !== undefined && checksum(random) !== check;
}

export function hintOf(secret: string): string {
  return secret.slice(-4);
}

function checksum(random: string): string {
  const digest = createHash("sha256").update(random).digest();
  return base62(BigInt(digest.readUInt32BE(0)), checksumLength);
}

function base62(number: bigint, length: number): string {
  let text = "";
  for (let rest = number; text.length < length; rest /= 62n) text = alphabet[Number(rest % 62n)] + text;
  return text;
}
