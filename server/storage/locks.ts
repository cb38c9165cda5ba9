/** Held while the schema changes. */
export const migrationLock = "migrations";
/** Held while the first tenant and key are made. */
export const firstTenantLock = "bootstrap";
