import * as z from "zod";
import { lazy, type Made } from "./lazy";

/** Every error that the API can answer with. */
export const errors = {
  malformed_body: { status: 400, title: "The body is not a whole form" },
  malformed_json: { status: 400, title: "The body is not valid JSON" },
  missing_api_key: { status: 401, title: "The x-api-key header is missing" },
  invalid_api_key: { status: 401, title: "The API key is not valid" },
  insufficient_scope: { status: 403, title: "The API key lacks the scope for this" },
  invalid_signature: { status: 403, title: "The address is not signed, was altered, or has expired" },
  not_found: { status: 404, title: "There is nothing here" },
  method_not_allowed: { status: 405, title: "The path does not have this method" },
  asset_deleted: { status: 409, title: "The asset is deleted for good" },
  audience_archived: { status: 409, title: "The audience is archived" },
  domain_in_use: { status: 409, title: "Page links are on this domain" },
  domain_not_verified: { status: 409, title: "No DNS record proves that the domain is yours" },
  domain_taken: { status: 409, title: "Another account has this domain" },
  external_id_taken: { status: 409, title: "Another audience of the page has this externalId" },
  form_built_in: { status: 409, title: "The built-in form stays" },
  idempotency_full: { status: 409, title: "The tenant has as many long answers for repeats as it can" },
  idempotency_in_progress: { status: 409, title: "A request with this Idempotency-Key is still running" },
  key_not_active: { status: 409, title: "The API key is revoked or expired" },
  log_key_conflict: { status: 409, title: "Another entry of the account has this idempotencyKey" },
  page_archived: { status: 409, title: "The page is archived" },
  page_too_large: { status: 409, title: "The page and its topics are too large to be built" },
  path_taken: { status: 409, title: "Another page link has this path" },
  tenant_domain_taken: { status: 409, title: "The domain is registered already" },
  too_many_subscriptions: { status: 409, title: "The tenant has as many webhook subscriptions as it can" },
  topic_full: { status: 409, title: "The topic holds as much as it can" },
  version_not_cancellable: { status: 409, title: "The version is live or was" },
  version_not_publishable: { status: 409, title: "The version is not built, is no longer kept, or was cancelled" },
  precondition_failed: { status: 412, title: "Somebody has changed the record since it was read" },
  body_too_large: { status: 413, title: "The body is larger than the operation takes" },
  unsupported_media_type: { status: 415, title: "The body is not of the media type the operation takes" },
  range_not_satisfiable: { status: 416, title: "The file has no such range" },
  validation_failed: { status: 422, title: "The request has fields that are not right" },
  invalid_cursor: { status: 422, title: "The cursor does not belong to this list" },
  idempotency_key_reused: { status: 422, title: "The Idempotency-Key was used for another request" },
  too_many_groups: { status: 422, title: "There are more groups than can be counted at once" },
  too_many_intervals: { status: 422, title: "There are more intervals than one answer can have" },
  rate_limited: { status: 429, title: "Too many requests" },
  internal_error: { status: 500, title: "Something went wrong on our side" },
  unavailable: { status: 503, title: "The service can't answer right now" },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof errors;

/** Every operation may answer with these, so none lists them. */
export const commonErrors = [
  "missing_api_key",
  "invalid_api_key",
  "insufficient_scope",
  "rate_limited",
  "validation_failed",
  "internal_error",
  "unavailable",
] as const satisfies readonly ErrorCode[];

export const fieldProblem = lazy(() =>
  z.strictObject({
    location: z.string().meta({ examples: ["body.actions[0].url"] }),
    code: z.string().meta({ examples: ["too_long"] }),
    message: z.string(),
  }),
);
export type FieldProblem = Made<typeof fieldProblem>;

/** RFC 9457, `application/problem+json`. */
export const problem = lazy(() =>
  z.strictObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]),
    requestId: z.string(),
    errors: z.array(fieldProblem()).optional().meta({ description: "Every problem of the request at once" }),
    existingId: z.string().optional().meta({ description: "The record a conflict is with" }),
  }),
);
export type ProblemBody = Made<typeof problem>;
