export { createDomain } from "./createDomain";
export { deleteDomain } from "./deleteDomain";
export { getDomain } from "./getDomain";
export { listDomains } from "./listDomains";
export { verifyDomain } from "./verifyDomain";
