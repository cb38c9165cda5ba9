/** Held while the schema changes. */
export const migrationLock = "migrations";
/** Held while a tenant and its first key are made. */
export const tenantsLock = "bootstrap";
