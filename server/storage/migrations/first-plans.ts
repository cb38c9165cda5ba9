import type { Dialect } from "../dialects";

import { many, ofATenant } from "./sizes";

/** Rough on purpose: a tenant has many rows, an identifier one, a domain or a subject a few. */
export function firstPlans({ engine, planFor }: Dialect): string[] {
  return [
    ...(engine === "sqlite" ? ["ANALYZE"] : []),
    ...planFor("api_keys", "api_keys", [many, ofATenant, 1]),
    ...planFor("persons", "persons", [many, ofATenant, 1]),
    ...planFor("persons", "persons_slug", [many, ofATenant, 1]),
    ...planFor("persons", "persons_domain", [many, ofATenant, 20, 1]),
    ...planFor("persons", "persons_email", [many, ofATenant, 1, 1]),
    ...planFor("accounts", "accounts", [many, ofATenant, 1]),
    ...planFor("accounts", "accounts_domain", [many, ofATenant, 1]),
    ...planFor("account_logs", "account_logs", [many, ofATenant, 100, 1]),
    ...planFor("account_logs", "account_logs_idempotency_key", [many, ofATenant, 100, 1]),
    ...planFor("topics", "topics", [many, ofATenant, 1]),
    ...planFor("topics", "topics_order", [many, ofATenant, 2, 1]),
    ...planFor("topic_entries", "topic_entries", [many, ofATenant, 50, 1]),
    ...planFor("events", "events", [many, ofATenant, 1]),
    ...planFor("events", "events_subject", [many, ofATenant, 5, 1]),
    ...planFor("events", "events_type", [many, ofATenant, 10_000, 1]),
    ...planFor("idempotency", "idempotency", [many, ofATenant, 10_000, 1]),
    ...planFor("idempotency", "idempotency_subject", [many, ofATenant, 2, 1, 1]),
    ...planFor("idempotency", "idempotency_age", [many, ofATenant, 2, 1, 1]),
  ];
}
