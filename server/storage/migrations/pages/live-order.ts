import type { Dialect } from "../../dialects";

/** In which order an audience's versions were live last: their moments are those of the first time. Cancelled drafts can't be published. */
export function liveOrder({ integer }: Dialect): string[] {
  return [
    `ALTER TABLE audience_versions ADD COLUMN live_order ${integer} NOT NULL DEFAULT 0`,
    `DELETE FROM version_documents WHERE (tenant_id, audience_id, version_id) IN (
      SELECT tenant_id, audience_id, version_id FROM audience_versions WHERE status = 'cancelled')`,
  ];
}
