import type { Dialect } from "../../dialects";
import { many, ofATenant } from "../sizes";

/** Which forms the audiences of a page name in place of the page's, so that those that are gone are found. */
export function formsOfAudiences({ planFor, usePlans }: Dialect): string[] {
  return [
    `CREATE INDEX audiences_own_form ON audiences (tenant_id, page_id, action_form_id_override, audience_id)
      WHERE action_form_id_override IS NOT NULL AND archived_at IS NULL`,
    ...planFor("audiences", "audiences_own_form", [many, ofATenant, 10_000, 100, 1]),
    ...usePlans,
  ];
}
