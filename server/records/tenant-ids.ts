import { idAlphabet } from "./ids";

const storedLength = 5;
const shownLength = 26;
const prefix = "tenant_";

/** What a stored identifier looks like in an address or a token. Tenants that were made earlier have the usual kind. */
export const storedTenantId = `(?:${prefix}[a-z0-9]{${shownLength}}|[a-z0-9]{${storedLength}})`;
/** The same without its prefix, if it has one. */
export const bareTenantId = `(?:[a-z0-9]{${shownLength}}|[a-z0-9]{${storedLength}})`;

/** It begins every key of every table and index, so it is short: docs/decisions/2026-11-19-tenant-ids.md. */
export function newTenantId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(storedLength));
  return Array.from(bytes, (value) => idAlphabet[value % idAlphabet.length]).join("");
}

/** As it is shown, in the form of all identifiers: in the API, the log, on the command line and as a folder of files. */
export function tenantIdentifier(tenantId: string): string {
  return tenantId.length === storedLength ? prefix + tenantId.padStart(shownLength, "0") : tenantId;
}

export function tenantIdOf(bare: string): string {
  return bare.length === storedLength ? bare : prefix + bare;
}
