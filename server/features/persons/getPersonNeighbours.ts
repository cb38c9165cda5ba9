import type { Handler } from "../../context";
import { neighboursOf } from "../../records/neighbours";
import { sql } from "../../storage/sql";

export const getPersonNeighbours: Handler<"getPersonNeighbours"> = async ({ db, tenantId }, { params }) => {
  const all = sql`persons WHERE tenant_id = ${tenantId}`;
  const { previous, next } = await neighboursOf(db, params.person_id, sql`person_id`, all);
  return { previousPersonId: previous, nextPersonId: next };
};
