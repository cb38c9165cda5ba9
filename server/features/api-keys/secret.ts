import { createHash, randomBytes } from "node:crypto";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const secretLength = 43;
const checksumLength = 6;

/** `foyer_`, 256 bits, and a checksum by which a damaged key is known without a look into the database. */
export function newSecret(): string {
  const secret = base62(BigInt(`0x${randomBytes(32).toString("hex")}`), secretLength);
  return `foyer_${secret}_${checksum(secret)}`;
}

/** All that is ever stored of a key. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** Ours by its form, and not as we made it. A key set by the operator may have any form. */
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
