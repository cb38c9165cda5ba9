import type { Writing } from "../../../context";
import { enqueueJob } from "../../../jobs/enqueue";
import { jobType, type NamedJobKind } from "../../../jobs/job";
import { indexRecords } from "../../../search/records";
import { searchableText } from "../../../search/text";
import { among, sql } from "../../../storage/sql";
import { audiencesToChange } from "../queries";
import { audiencesOfAccount } from "../reading/filter";

/** Few enough for the transaction that renames; a job does the others. */
const audiencesAtOnce = 200;

type Owner = { personId: string } | { accountId: string };

interface NamesRow {
  audience_id: string;
  page_id: string;
  person_id: string | null;
  external_id: string | null;
  number: number | null;
  custom_name: string | null;
  person_name: string | null;
  account_name: string | null;
  account_domain: string | null;
}

/** After whatever changes what they are called. */
export async function indexAudiences(ctx: Writing, audienceIds: readonly string[]): Promise<void> {
  if (audienceIds.length > 0) await indexNames(ctx, audienceIds);
}

/** After their persons or account were renamed. Those of several persons are locked in one order, which avoids deadlocks. */
export async function indexAudiencesOf(ctx: Writing, owners: readonly Owner[]): Promise<void> {
  const found = await Promise.all(owners.map((owner) => someAudiencesOf(ctx, owner, "")));
  const audienceIds = [...new Set(found.flat())].sort();
  for (let at = 0; at < audienceIds.length; at += audiencesAtOnce)
    await indexAudiences(ctx, audienceIds.slice(at, at + audiencesAtOnce));
  for (const [index, owner] of owners.entries()) {
    const last = lastOfMany(found[index] ?? []);
    if (last !== undefined) await enqueueJob(ctx, indexAudiencesJob, { owner, after: last });
  }
}

const indexAudiencesJob = jobType<{ owner: Owner; after: string }>("indexAudiences", "upkeep");

export const indexAudiencesOfOwner: NamedJobKind<{ owner: Owner; after: string }> = {
  type: indexAudiencesJob,
  maxAttempts: 5,
  async run(job, { owner, after }) {
    for (let last: string | undefined = after; last !== undefined; ) {
      const from: string = last;
      last = await job.step((ctx) => indexSome(ctx, owner, from));
    }
  },
};

/** The last of them when there may be more. */
async function indexSome(ctx: Writing, owner: Owner, after: string): Promise<string | undefined> {
  const audienceIds = await someAudiencesOf(ctx, owner, after);
  await indexAudiences(ctx, audienceIds);
  return lastOfMany(audienceIds);
}

function lastOfMany(audienceIds: readonly string[]): string | undefined {
  return audienceIds.length < audiencesAtOnce ? undefined : audienceIds.at(-1);
}

async function someAudiencesOf(ctx: Writing, owner: Owner, after: string): Promise<string[]> {
  const ofOwner =
    "personId" in owner
      ? sql`person_id = ${owner.personId}`
      : sql`audience_id ${audiencesOfAccount(ctx.tenantId, owner.accountId)}`;
  const found = await ctx.db.all<{ audience_id: string }>(sql`
    SELECT audience_id FROM audiences
    WHERE tenant_id = ${ctx.tenantId} AND ${ofOwner} AND audience_id > ${after} ORDER BY audience_id LIMIT ${audiencesAtOnce}`);
  return found.map(({ audience_id }) => audience_id);
}

/** The audiences are locked before their names are read: a person who is erased meanwhile must not come back by an old name. */
async function indexNames(ctx: Writing, audienceIds: readonly string[]): Promise<void> {
  await audiencesToChange(ctx, audienceIds);
  const rows = await ctx.db.all<NamesRow>(sql`
    SELECT a.audience_id, a.page_id, a.person_id, a.external_id, a.number, a.custom_name, p.name AS person_name,
      coalesce(c.name, d.name) AS account_name, coalesce(c.domain, d.domain) AS account_domain
    FROM audiences a
    LEFT JOIN persons p ON p.tenant_id = a.tenant_id AND p.person_id = a.person_id
    LEFT JOIN accounts c ON c.tenant_id = a.tenant_id AND c.account_id = a.account_id
    LEFT JOIN accounts d ON d.tenant_id = a.tenant_id AND a.account_id IS NULL AND d.domain = p.domain
    WHERE a.tenant_id = ${ctx.tenantId} AND a.audience_id ${among(audienceIds)} ORDER BY a.audience_id`);
  const records = rows.map((row) => ({
    key: row.audience_id,
    text: searchableText([
      row.custom_name,
      row.person_id === null ? `Audience ${row.number}` : null,
      row.person_name,
      row.account_name,
      row.account_domain,
      row.external_id,
    ]),
    labels: [row.page_id],
  }));
  await indexRecords(ctx, "audiences", records);
}
