import * as z from "zod";
import { scopes } from "../access";
import { count, identifier, name, timestamp } from "../fields";
import { lazy, type Made } from "../lazy";
import { operation } from "../operation";
import { cappedCount, envelope, paging } from "../paging";

const scopeList = z.array(z.enum(scopes)).min(1).max(scopes.length);

export const apiKey = lazy(() =>
  z
    .strictObject({
      keyId: identifier,
      name: z.string(),
      scopes: scopeList,
      hint: z.string().meta({ description: "The last four characters of the key" }),
      createdAt: timestamp,
      expiresAt: timestamp.nullable(),
      revokedAt: timestamp.nullable(),
      lastUsedAt: timestamp.nullable().meta({ description: "To the minute" }),
    })
    .meta({ id: "ApiKey" }),
);
export type ApiKey = Made<typeof apiKey>;

const issuedKey = lazy(() =>
  apiKey()
    .extend({ key: z.string().nullable().meta({ description: "The key itself, shown this once; null in a replay" }) })
    .meta({ id: "IssuedApiKey" }),
);

const ownKey = lazy(() =>
  apiKey()
    .extend({
      tenantId: identifier,
      tenantName: z.string(),
      limits: z.strictObject({
        requestsPerSecond: count.meta({ description: "For this key; 0 is no limit" }),
        uploadBytes: count.meta({ description: "How large an uploaded file may be" }),
      }),
    })
    .meta({ id: "OwnApiKey" }),
);

export const rotationOverlaps = ["0", "1h", "24h", "7d"] as const;

export const listApiKeys = operation({
  tier: "extension",
  summary: "List API keys, newest first",
  method: "GET",
  path: "/v0/api_keys",
  access: "api_keys:read",
  query: z.strictObject({
    ...paging,
    active: z.boolean().optional().meta({ description: "True: those that work; false: those that are revoked or expired" }),
  }),
  response: () => envelope(apiKey(), cappedCount),
  status: 200,
  errors: ["invalid_cursor"],
});

export const createApiKey = operation({
  tier: "extension",
  summary: "Create an API key",
  description: "A key can't grant what it lacks: no scope it does not hold, no life longer than its own.",
  method: "POST",
  path: "/v0/api_keys",
  access: "api_keys:write",
  body: z.strictObject({ name, scopes: scopeList, expiresAt: timestamp.nullish() }),
  response: issuedKey,
  status: 201,
  shownOnce: ["key"],
});

export const getOwnApiKey = operation({
  tier: "extension",
  summary: "Read the key of the request",
  description: "What it may, whose it is, and which limits it has.",
  method: "GET",
  path: "/v0/api_keys/self",
  access: "api_keys:read",
  anyKey: true,
  response: ownKey,
  status: 200,
});

export const getApiKey = operation({
  tier: "extension",
  summary: "Read an API key",
  description: "Its name, rights and times, also of one that is revoked or expired; never the key itself.",
  method: "GET",
  path: "/v0/api_keys/{key_id}",
  access: "api_keys:read",
  response: apiKey,
  status: 200,
  errors: ["not_found"],
});

export const updateApiKey = operation({
  tier: "extension",
  summary: "Rename an API key",
  description: "The rights of a key stay as they were given. A key that is revoked or expired can be renamed too.",
  method: "PATCH",
  path: "/v0/api_keys/{key_id}",
  access: "api_keys:write",
  body: z.strictObject({ name: name.optional() }),
  response: apiKey,
  status: 200,
  errors: ["not_found"],
});

export const revokeApiKey = operation({
  tier: "extension",
  summary: "Revoke an API key",
  description: "Refused from the next request on; within a second on other nodes. A key can revoke itself, whatever its scopes.",
  method: "DELETE",
  path: "/v0/api_keys/{key_id}",
  access: "api_keys:write",
  ownKey: true,
  response: apiKey,
  status: 200,
  errors: ["not_found"],
});

export const rotateApiKey = operation({
  tier: "extension",
  summary: "Replace an API key by a new one with the same rights",
  description: "The old key goes on working for the overlap.",
  method: "POST",
  path: "/v0/api_keys/{key_id}/rotate",
  access: "api_keys:write",
  body: z.strictObject({ overlap: z.enum(rotationOverlaps).default("24h") }),
  bodyOptional: true,
  response: issuedKey,
  status: 201,
  shownOnce: ["key"],
  errors: ["not_found", "key_not_active"],
});
