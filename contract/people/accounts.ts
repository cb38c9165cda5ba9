import * as z from "zod";
import { domain, freeObject, identifier, text, timestamp } from "../fields";
import { lazy, type Made } from "../lazy";
import { operation } from "../operation";
import { cappedCount, envelope, paging } from "../paging";
import { words } from "../words";
import { person } from "./persons";

export const accountId = z.string().regex(/^account_[a-z0-9]{26}$/);

const accountFields = lazy(() => ({
  accountId,
  domain: z.string().min(1).meta({ description: "Canonical account domain" }),
  name: text(1, 255).nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  latestActivityAt: timestamp.nullable(),
}));

export const account = lazy(() =>
  z.strictObject({ ...accountFields(), linkedPersons: z.array(person()) }).meta({ id: "Account" }),
);
export type Account = Made<typeof account>;

/** The form in events: without linked persons, which are many and would have to be erased from every event. */
export const accountWithoutPersons = lazy(() => z.strictObject(accountFields()).meta({ id: "AccountWithoutPersons" }));

const slug = text(1, 100).regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lowercase letters and digits joined by single hyphens");

export const accountLog = lazy(() =>
  z
    .strictObject({
      accountLogId: identifier.meta({ description: "Stable entry identifier" }),
      accountId,
      source: slug,
      type: slug,
      payload: freeObject,
      idempotencyKey: text(1, 255).nullable(),
      createdAt: timestamp,
      updatedAt: timestamp.nullable(),
      deletedAt: timestamp.nullable(),
    })
    .meta({ id: "AccountLog" }),
);
export type AccountLog = Made<typeof accountLog>;

export const listAccounts = operation({
  tier: "extension",
  summary: "List accounts, newest first",
  method: "GET",
  path: "/v0/accounts",
  access: "accounts:read",
  query: z.strictObject({
    ...paging,
    domain: domain.optional(),
    query: words("the name or domain").optional(),
  }),
  response: () => envelope(account(), cappedCount),
  status: 200,
  errors: ["invalid_cursor"],
});

export const createAccount = operation({
  tier: "extension",
  summary: "Create an account",
  method: "POST",
  path: "/v0/accounts",
  access: "accounts:write",
  body: z.strictObject({ domain, name: text(1, 255).optional() }),
  response: account,
  status: 201,
  errors: ["domain_taken"],
});

export const getAccount = operation({
  tier: "extension",
  summary: "Read an account with its persons",
  method: "GET",
  path: "/v0/accounts/{account_id}",
  access: "accounts:read",
  response: account,
  status: 200,
  errors: ["not_found"],
});

export const listAccountPersons = operation({
  tier: "extension",
  summary: "List the persons of an account, newest first",
  description: "The persons of its domain, also those beyond what the account itself shows.",
  method: "GET",
  path: "/v0/accounts/{account_id}/persons",
  access: "persons:read",
  query: z.strictObject(paging),
  response: () => envelope(person(), cappedCount),
  status: 200,
  errors: ["not_found", "invalid_cursor"],
});

export const updateAccount = operation({
  tier: "contract",
  number: 2,
  summary: "Rename an account",
  method: "PATCH",
  path: "/v0/accounts/{account_id}",
  access: "accounts:write",
  body: z.strictObject({ name: text(1, 255) }),
  response: account,
  status: 200,
  errors: ["not_found"],
});

export const listAccountLogs = operation({
  tier: "extension",
  summary: "List the log entries of an account, newest first, without the deleted ones",
  method: "GET",
  path: "/v0/accounts/{account_id}/logs",
  access: "accounts:read",
  query: z.strictObject({ ...paging, source: slug.optional(), type: slug.optional() }),
  response: () => envelope(accountLog(), cappedCount),
  status: 200,
  errors: ["not_found", "invalid_cursor"],
});

export const createAccountLog = operation({
  tier: "extension",
  summary: "Add a log entry to an account",
  description: "The same `idempotencyKey` with the same content answers with the entry that is there (200).",
  method: "POST",
  path: "/v0/accounts/{account_id}/logs",
  access: "accounts:write",
  body: z.strictObject({ source: slug, type: slug, payload: freeObject, idempotencyKey: text(1, 255).optional() }),
  response: accountLog,
  status: 201,
  findsExisting: true,
  errors: ["not_found", "log_key_conflict"],
});

export const getAccountLog = operation({
  tier: "contract",
  number: 11,
  summary: "Read a log entry of an account, a deleted one too",
  method: "GET",
  path: "/v0/accounts/{account_id}/logs/{account_log_id}",
  access: "accounts:read",
  response: accountLog,
  status: 200,
  errors: ["not_found"],
});

export const deleteAccountLog = operation({
  tier: "extension",
  summary: "Delete a log entry; it can still be read, with deletedAt",
  method: "DELETE",
  path: "/v0/accounts/{account_id}/logs/{account_log_id}",
  access: "accounts:write",
  response: accountLog,
  status: 200,
  errors: ["not_found"],
});
