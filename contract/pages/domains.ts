import * as z from "zod";
import { domain, identifier, timestamp } from "../fields";
import { lazy, type Made } from "../lazy";
import { operation } from "../operation";
import { cappedCount, envelope, paging } from "../paging";

export const tenantDomain = lazy(() =>
  z
    .strictObject({
      domainId: identifier,
      domain: z.string(),
      status: z.enum(["pending", "verified"]).meta({ description: "Nothing is served on a pending one" }),
      verifiedAt: timestamp.nullable(),
      dnsRecord: z
        .strictObject({ type: z.literal("TXT"), name: z.string(), value: z.string() })
        .meta({ description: "What the domain's DNS must hold to prove whose it is" }),
      createdAt: timestamp,
      updatedAt: timestamp,
    })
    .meta({ id: "Domain" }),
);
export type TenantDomain = Made<typeof tenantDomain>;

export const listDomains = operation({
  tier: "extension",
  summary: "List domains, newest first",
  method: "GET",
  path: "/v0/domains",
  access: "domains:read",
  query: z.strictObject(paging),
  response: () => envelope(tenantDomain(), cappedCount),
  status: 200,
  errors: ["invalid_cursor"],
});

export const createDomain = operation({
  tier: "extension",
  summary: "Register a domain",
  description: "It is pending until it is verified. The service's own hosts can't be registered.",
  method: "POST",
  path: "/v0/domains",
  access: "domains:write",
  body: z.strictObject({ domain }),
  response: tenantDomain,
  status: 201,
  errors: ["tenant_domain_taken"],
});

export const getDomain = operation({
  tier: "extension",
  summary: "Read a domain",
  method: "GET",
  path: "/v0/domains/{domain_id}",
  access: "domains:read",
  response: tenantDomain,
  status: 200,
  errors: ["not_found"],
});

export const deleteDomain = operation({
  tier: "extension",
  summary: "Delete a domain that no page link is on",
  method: "DELETE",
  path: "/v0/domains/{domain_id}",
  access: "domains:write",
  response: () => z.strictObject({ domainId: identifier, deleted: z.literal(true) }),
  status: 200,
  errors: ["not_found", "domain_in_use"],
});

export const verifyDomain = operation({
  tier: "extension",
  summary: "Verify a domain by its DNS record",
  description:
    "Asks the DNS for the domain's `dnsRecord`, which takes some seconds when it does not answer. A verified domain stays so and is not asked for again. A domain is verified for one tenant at a time.",
  method: "POST",
  path: "/v0/domains/{domain_id}/verify",
  access: "domains:write",
  body: z.strictObject({}),
  bodyOptional: true,
  response: tenantDomain,
  status: 200,
  errors: ["not_found", "domain_not_verified", "tenant_domain_taken"],
});
