import type { Reading } from "../../../context";
import { among, type Sql, sql } from "../../../storage/sql";

const rowsAtOnce = 200;

interface Account {
  account_id: string;
  domain: string;
}

/** The audiences of an account, as `audiencesOfAccount`, some at a time: conditions for the column with their identifiers. */
export async function* audiencesInParts(ctx: Reading, account: Account): AsyncGenerator<Sql, void, undefined> {
  for await (const ids of ownAudiences(ctx, account)) yield among(ids);
  for await (const personIds of personsOfDomain(ctx, account)) {
    const rows = await ctx.db.all<{ audience_id: string }>(sql`
      SELECT audience_id FROM audiences WHERE tenant_id = ${ctx.tenantId} AND account_id IS NULL AND person_id ${among(personIds)}`);
    for (let from = 0; from < rows.length; from += rowsAtOnce)
      yield among(rows.slice(from, from + rowsAtOnce).map(({ audience_id }) => audience_id));
  }
}

function ownAudiences({ db, tenantId }: Reading, { account_id }: Account): AsyncGenerator<string[], void, undefined> {
  return inSlices((after) =>
    db.all(sql`
      SELECT audience_id AS id FROM audiences WHERE tenant_id = ${tenantId} AND account_id = ${account_id} AND audience_id > ${after}
      ORDER BY audience_id LIMIT ${rowsAtOnce}`),
  );
}

function personsOfDomain({ db, tenantId }: Reading, { domain }: Account): AsyncGenerator<string[], void, undefined> {
  return inSlices((after) =>
    db.all(sql`
      SELECT person_id AS id FROM persons WHERE tenant_id = ${tenantId} AND domain = ${domain} AND person_id > ${after}
      ORDER BY person_id LIMIT ${rowsAtOnce}`),
  );
}

async function* inSlices(read: (after: string) => Promise<{ id: string }[]>): AsyncGenerator<string[], void, undefined> {
  for (let after = ""; ; ) {
    const ids = (await read(after)).map(({ id }) => id);
    if (ids.length > 0) yield ids;
    if (ids.length < rowsAtOnce) return;
    after = ids.at(-1) as string;
  }
}
