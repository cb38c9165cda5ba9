export { allTenants, defaultTenantName, findTenantByName, insertTenant, type TenantRow, tenantName } from "./queries";
export { eachInTurn, eachTenant, rowsAtOnce, sweepTenants } from "./sweep-tenants";
