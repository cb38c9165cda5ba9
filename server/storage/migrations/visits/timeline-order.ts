import type { Dialect } from "../../dialects";
import { many, ofATenant } from "../sizes";

/** What an account's timeline shows is read along an index, newest first, instead of sorted. */
export function timelineOrder({ planFor, usePlans }: Dialect): string[] {
  return [
    `CREATE INDEX audience_versions_published ON audience_versions (tenant_id, audience_id, published_at, version_id)
      WHERE published_at IS NOT NULL`,
    ...planFor("audience_versions", "audience_versions_published", [many, ofATenant, 5, 1, 1]),
    ...planFor("account_logs", "account_logs_time", [many, ofATenant, 100, 1, 1]),
    ...usePlans,
  ];
}
