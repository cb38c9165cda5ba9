import { idAlphabet } from "./ids";

const length = 5;

/**
 * It begins every key of every table and index, so it is short: rows with many index entries take a tenth less time than with an
 * identifier of the usual length, which tenants have that were made before.
 */
export function newTenantId(): string {
  const bits = crypto.getRandomValues(new Uint8Array(length));
  const text = Array.from(bits, (value) => idAlphabet[value % idAlphabet.length]).join("");
  // Without a zero in front, the identifier that is shown is that of one tenant alone.
  return text.startsWith("0") ? newTenantId() : text;
}

/** As it is shown, in the form of all identifiers: in the API, the log, on the command line and as a folder of files. */
export function tenantIdentifier(tenantId: string): string {
  return tenantId.length === length ? `tenant_${tenantId.padStart(26, "0")}` : tenantId;
}
