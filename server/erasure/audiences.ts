import { among, type Sql, sql, sqlRows, statement, type Value } from "../storage/sql";
import { type Erasing, type ErasureStage, fittingInStep, type Progress, untilNothingIsFound } from "./erasure";

/** `own`: for the person now or before. `linked`: a link with the person's name leads there. */
type Relation = "own" | "linked";

/** Remembers audiences for the stages that follow. */
export async function noteAudiences(
  { db, tenantId, person }: Erasing,
  relation: Relation,
  audienceIds: readonly string[],
): Promise<void> {
  const rows = audienceIds.map((audienceId) => [tenantId, person.person_id, relation, audienceId]);
  await Promise.all(
    sqlRows(rows).map((some) =>
      db.run(sql`
        INSERT INTO erasure_audiences (tenant_id, person_id, relation, audience_id) VALUES ${some}
        ON CONFLICT (tenant_id, person_id, relation, audience_id) DO NOTHING`),
    ),
  );
}

/** Those of the audiences that are noted. */
export async function notedAmong(
  { db, tenantId, person }: Erasing,
  relation: Relation,
  audienceIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db.all<{ audience_id: string }>(sql`
    SELECT audience_id FROM erasure_audiences
    WHERE tenant_id = ${tenantId} AND person_id = ${person.person_id} AND relation = ${relation} AND audience_id ${among(audienceIds)}`);
  return new Set(rows.map(({ audience_id }) => audience_id));
}

/** A table whose rows belong to audiences. An index must begin with tenant, audience and key. */
interface AudienceTable {
  table: string;
  audience: string;
  /** What tells the rows of an audience apart, in the order of the index. */
  key: readonly string[];
  columns: Sql;
  /** Whether the columns have `bytes`, which tells how large a row is: the step ends by that, too. */
  hasBytes?: true;
}

type RowOfAudience = { of_audience: string } & Record<string, Value>;

/** The next rows of the noted audiences, and the position after them. */
export async function rowsOfAudiences<Row extends RowOfAudience>(
  ctx: Erasing,
  relation: Relation,
  { table, audience, key, columns, hasBytes }: AudienceTable,
  position: string,
): Promise<{ rows: Row[]; progress: Progress; next: string | undefined }> {
  const { db, tenantId, person, limit } = ctx;
  const [reached, ...last] = position === "" ? [""] : (JSON.parse(position) as [string, ...Value[]]);
  const name = statement(table);
  const ofAudience = statement(`of_row.${audience}`);
  const keys = statement(key.map((column) => `of_row.${column}`).join(", "));
  const rest: Row[] =
    last.length === 0
      ? []
      : await db.all(sql`
          SELECT ${ofAudience} AS of_audience, ${columns} FROM ${name} AS of_row
          WHERE of_row.tenant_id = ${tenantId} AND ${ofAudience} = ${reached} AND (${keys}) > ${keyOf(last)}
          ORDER BY ${keys} LIMIT ${limit}`);
  const more: Row[] =
    rest.length === limit
      ? []
      : await db.all(sql`
          SELECT noted.audience_id AS of_audience, ${columns} FROM erasure_audiences AS noted CROSS JOIN ${name} AS of_row
          WHERE noted.tenant_id = ${tenantId} AND noted.person_id = ${person.person_id} AND noted.relation = ${relation}
            AND noted.audience_id > ${reached} AND of_row.tenant_id = ${tenantId} AND ${ofAudience} = noted.audience_id
          ORDER BY noted.audience_id, ${keys} LIMIT ${limit - rest.length}`);
  const all = [...rest, ...more];
  const rows = hasBytes ? fittingInStep(all as (Row & { bytes: number })[]) : all;
  const end = rows.at(-1);
  const isEnd = rows.length === all.length && rows.length < limit;
  const next = isEnd || !end ? undefined : JSON.stringify([end.of_audience, ...key.map((column) => end[column])]);
  return { rows, progress: { rows: isEnd ? rows.length : limit, next }, next };
}

function keyOf(values: readonly Value[]): Sql {
  return values.length === 1 ? sql`(${values[0] as Value})` : sql`(${values[0] as Value}, ${values[1] as Value})`;
}

export const forgetNotedAudiences: ErasureStage = {
  name: "noted audiences",
  tables: ["erasure_audiences"],
  async forget({ db, tenantId, person, limit }) {
    const { person_id } = person;
    const noted = await db.all<{ relation: Relation; audience_id: string }>(sql`
      SELECT relation, audience_id FROM erasure_audiences
      WHERE tenant_id = ${tenantId} AND person_id = ${person_id} ORDER BY relation, audience_id LIMIT ${limit}`);
    for (const [relation, some] of Map.groupBy(noted, (audience) => audience.relation)) {
      const ids = among(some.map(({ audience_id }) => audience_id));
      await db.run(sql`
        DELETE FROM erasure_audiences
        WHERE tenant_id = ${tenantId} AND person_id = ${person_id} AND relation = ${relation} AND audience_id ${ids}`);
    }
    return untilNothingIsFound(noted.length, limit);
  },
};
