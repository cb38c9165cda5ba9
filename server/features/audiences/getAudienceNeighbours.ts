import type { Handler } from "../../context";
import { neighboursOf } from "../../records/neighbours";
import { sql } from "../../storage/sql";

export const getAudienceNeighbours: Handler<"getAudienceNeighbours"> = async ({ db, tenantId }, { params }) => {
  const ofPage = sql`audiences WHERE tenant_id = ${tenantId} AND page_id = ${params.page_id}`;
  const { previous, next } = await neighboursOf(db, params.audience_id, sql`audience_id`, ofPage);
  return { previousAudienceId: previous, nextAudienceId: next };
};
