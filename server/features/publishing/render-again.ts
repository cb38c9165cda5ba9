import type { Reading, Writing } from "../../context";
import { type JobContext, jobType, type NamedJobKind } from "../../jobs/job";
import { rendererVersion } from "../../rendering";
import type { Transaction } from "../../storage/port";
import { sql } from "../../storage/sql";
import { allTenants } from "../tenants";
import { type BuildOutput, findDocument, pageRenderer, replaceDocument, stalePages, type VersionRow } from "../versions";
import { buildOutput, renderDocument } from "./build/document";
import { readDocument, toStored } from "./build/stored-document";

/** Pages looked at in one query. */
const pagesAtOnce = 100;

export const renderAgainJob = jobType<null>("renderAgain", "upkeep");

/**
 * After an upgrade, renders every live page again from its document. Until then a page is rendered when it is visited.
 * The installation notes which renderer has made all pages, so that most runs end at once.
 */
export const renderAgain: NamedJobKind<null> = {
  type: renderAgainJob,
  maxAttempts: 5,
  async run(job) {
    const done = await job.db.first<{ value: string }>(sql`SELECT value FROM installation WHERE name = 'renderer'`);
    if (done?.value === String(rendererVersion)) return;
    for (const { tenant_id: tenantId } of await allTenants(job.db)) await renderTenant(job, tenantId);
    await job.finish(({ db }) => noteRenderer(db));
  },
};

/** All pages there are were made by this version of the renderer. */
export async function noteRenderer(db: Transaction): Promise<void> {
  await db.run(sql`
    INSERT INTO installation (name, value) VALUES ('renderer', ${String(rendererVersion)})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`);
}

async function renderTenant(job: JobContext, tenantId: string): Promise<void> {
  for (let after = ""; ; ) {
    const pages = await stalePages(job.db, tenantId, { renderer: rendererVersion, after, limit: pagesAtOnce });
    for (const { audience_id, version_id, is_stale } of pages) {
      if (is_stale === 1) await renderOne(job, tenantId, audience_id, version_id);
    }
    if (pages.length < pagesAtOnce) return;
    after = pages.at(-1)?.audience_id as string;
  }
}

/**
 * Since the page was found, another version may have gone live: only live versions keep a page. Or a newer process has rendered it
 * during an upgrade, which is only certain once the audience is locked.
 */
async function renderOne(job: JobContext, tenantId: string, audienceId: string, versionId: string): Promise<void> {
  await job.step(async (ctx) => {
    const live = await ctx.db.first<{ audience_id: string }>(sql`
      SELECT audience_id FROM audiences
      WHERE tenant_id = ${tenantId} AND audience_id = ${audienceId} AND published_version_id = ${versionId} ${ctx.dialect.forUpdate}`);
    if (!live || (await pageRenderer(ctx.db, tenantId, audienceId, versionId)) >= rendererVersion) return;
    await renderKept({ ...ctx, tenantId }, { audience_id: audienceId, version_id: versionId });
  });
}

type Version = Pick<VersionRow, "audience_id" | "version_id">;

/** A version's page as it is rendered now, and the document that it was rendered from. */
export interface RenderedVersion {
  contentHash: string;
  output: BuildOutput;
}

/** Undefined when there is no document any more. */
export async function renderVersion(
  ctx: Pick<Reading, "db" | "tenantId" | "site">,
  version: Version,
): Promise<RenderedVersion | undefined> {
  const kept = await readDocument(ctx.db, ctx.tenantId, version.audience_id, version.version_id);
  if (!kept) return undefined;
  const { document, common, contentHash } = kept;
  const stored = common ? toStored(document, common) : { document: JSON.stringify({ format: 2, ...document }), parts: [] };
  return { contentHash, output: buildOutput(document, stored, await renderDocument(ctx, document)) };
}

/**
 * Stores the page of a version anew, from its document; false when there is no document any more. The caller has locked the
 * audience: what was `rendered` before that is used unless the document has changed, as when a person is erased from it.
 */
export async function renderKept(ctx: Writing, version: Version, rendered?: RenderedVersion): Promise<boolean> {
  const row = rendered && (await findDocument(ctx.db, ctx.tenantId, version.audience_id, version.version_id));
  const isCurrent = row !== undefined && row.content_hash === rendered?.contentHash;
  const made = isCurrent ? rendered : await renderVersion(ctx, version);
  if (!made) return false;
  await replaceDocument(ctx, version, made.output);
  return true;
}
