export { bootstrap, defaultTenantName } from "./bootstrap";
export { allTenants, findTenantByName, insertTenant, type TenantRow, tenantName } from "./queries";
