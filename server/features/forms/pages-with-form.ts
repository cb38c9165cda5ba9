import type { Writing } from "../../context";
import { enqueueJob } from "../../jobs/enqueue";
import { jobType, type NamedJobKind } from "../../jobs/job";
import { among, sql } from "../../storage/sql";

/** Few enough for the transaction that deletes the form, although the actions of one may be a megabyte; a job does the others. */
const pagesAtOnce = 32;

interface DeletedForm {
  formId: string;
  deletedAt: number;
}

const changePagesJob = jobType<DeletedForm & { after: string }>("changePagesWithForm", "upkeep");

/** After a form was deleted: pages that opened it have something else to show. */
export async function changePagesWithForm(ctx: Writing, formId: string): Promise<void> {
  const form = { formId, deletedAt: ctx.now };
  const last = await changeSome(ctx, form, "");
  if (last !== undefined) await enqueueJob(ctx, changePagesJob, { ...form, after: last });
}

export const changeOtherPagesWithForm: NamedJobKind<DeletedForm & { after: string }> = {
  type: changePagesJob,
  maxAttempts: 5,
  async run(job, { after, ...form }) {
    for (let last: string | undefined = after; last !== undefined; ) {
      const from: string = last;
      last = await job.step((ctx) => changeSome(ctx, form, from));
    }
  },
};

/** The last page that was looked at when there may be more. */
async function changeSome(
  { db, tenantId }: Writing,
  { formId, deletedAt }: DeletedForm,
  after: string,
): Promise<string | undefined> {
  const opening = `%"${formId.replaceAll("_", "\\_")}"%`;
  const pages = await db.all<{ page_id: string; is_opening: number }>(sql`
    SELECT page_id, CASE WHEN actions LIKE ${opening} ESCAPE '\\' THEN 1 ELSE 0 END AS is_opening FROM pages
    WHERE tenant_id = ${tenantId} AND page_id > ${after} ORDER BY page_id LIMIT ${pagesAtOnce}`);
  const changed = pages.filter(({ is_opening }) => is_opening === 1).map(({ page_id }) => page_id);
  if (changed.length > 0) {
    await db.run(sql`
      UPDATE pages SET content_changed_at = ${deletedAt}
      WHERE tenant_id = ${tenantId} AND page_id ${among(changed)} AND content_changed_at < ${deletedAt}`);
  }
  return pages.length < pagesAtOnce ? undefined : pages.at(-1)?.page_id;
}
