export { allTenants, defaultTenantName, findTenantByName, insertTenant, type TenantRow, tenantName } from "./queries";
export { rowsAtOnce, sweepTenants } from "./sweep-tenants";
