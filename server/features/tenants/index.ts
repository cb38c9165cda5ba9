export { allTenants, defaultTenantName, findTenantByName, insertTenant, type TenantRow, tenantName } from "./queries";
export { defaultLanguageChanged, defaultTopicRemoved, sharedChanges } from "./shared-changes";
export { bytesAtOnce, eachInTurn, eachTenant, rowsAtOnce, sweepTenants } from "./sweep-tenants";
