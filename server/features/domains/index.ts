import { createDomain } from "./createDomain";
import { deleteDomain } from "./deleteDomain";
import { getDomain } from "./getDomain";
import { listDomains } from "./listDomains";
import { verifyDomain } from "./verifyDomain";

export { findVerifiedDomain, keepDomain } from "./queries";

export const domainHandlers = { createDomain, deleteDomain, getDomain, listDomains, verifyDomain };
