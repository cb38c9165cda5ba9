import type { SQL } from "bun";
import { postgresDialect, queryText } from "../../../server/storage/dialects";
import type { Sql, Value } from "../../../server/storage/sql";

/** On PostgreSQL: runs the query as it is prepared, and fails if one step of its plan goes through more rows. */
export async function expectFewRows(connection: SQL, query: Sql, maxRows: number): Promise<void> {
  await connection.unsafe(`PREPARE asked AS ${queryText(postgresDialect, query)}`);
  const values = query.values.map(literal).join(", ");
  const [row] = await connection.unsafe(`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE asked${values && `(${values})`}`);
  await connection.unsafe("DEALLOCATE asked");
  const [{ Plan: plan }] = row["QUERY PLAN"] as [{ Plan: PlanNode }];
  if (rowsSeen(plan) > maxRows) throw new Error(`${rowsSeen(plan)} rows: ${query.pieces.join("?")}\n${describePlan(plan)}`);
}

interface PlanNode {
  "Node Type": string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  "Rows Removed by Join Filter"?: number;
  Plans?: PlanNode[];
}

/** The most that one step of the plan has gone through. */
function rowsSeen(node: PlanNode): number {
  const kinds = ["Rows Removed by Filter", "Rows Removed by Index Recheck", "Rows Removed by Join Filter"] as const;
  const removed = kinds.reduce((sum, kind) => sum + (node[kind] ?? 0), 0);
  return Math.max((node["Actual Rows"] + removed) * node["Actual Loops"], ...(node.Plans ?? []).map(rowsSeen));
}

function describePlan(node: PlanNode, depth = 0): string {
  const line = `${"  ".repeat(depth)}${node["Node Type"]} ${node["Index Name"] ?? ""} ${node["Actual Rows"]} + ${node["Rows Removed by Filter"] ?? 0}`;
  return [line, ...(node.Plans ?? []).map((inner) => describePlan(inner, depth + 1))].join("\n");
}

function literal(value: Value): string {
  return typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value);
}
