import type { Dialect } from "../../dialects";
import { many, ofATenant } from "../sizes";

/** Lists with several filters walk one index: with every flag in it, most visits that are left out are not even looked up. */
export function sessionLists({ planFor, usePlans }: Dialect): string[] {
  const place = "session_started_at, analytics_session_id";
  const flags = "has_conversion, has_form_submit, is_bounce";
  const indexes = [
    { name: "audience", columns: `audience_id, ${place}, kind, ${flags}`, rows: [10, 2, 1, 1, 1, 1, 1] },
    { name: "version", columns: `version_id, kind, ${place}, ${flags}`, rows: [10, 5, 2, 1, 1, 1, 1], isPartial: true },
    ...["utm_campaign", "utm_content", "utm_medium", "utm_source", "utm_term"].map((name) => ({
      name,
      columns: `${name}, kind, ${place}, ${flags}`,
      rows: [500, 250, 2, 1, 1, 1, 1],
      isPartial: true,
    })),
  ];
  return [
    ...indexes.flatMap(({ name, columns, rows, isPartial }) => {
      const index = `audience_sessions_${name}`;
      const those = isPartial ? `WHERE ${columns.slice(0, columns.indexOf(","))} IS NOT NULL` : "";
      return [
        `DROP INDEX ${index}`,
        `CREATE INDEX ${index} ON audience_sessions (tenant_id, ${columns}) ${those}`,
        ...planFor("audience_sessions", index, [many, ofATenant, ...rows]),
      ];
    }),
    ...usePlans,
  ];
}
