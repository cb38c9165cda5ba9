import type { Writing } from "../../context";
import { notFound } from "../../records/problem";
import { type AudienceRow, audiencesToChange, findAudienceToChange } from "../audiences";
import { findVersion, openVersions, type VersionRow } from "../versions";
import { AudienceLife } from "./audience-life";

/** Locks the audience until the end of the transaction. 404 when the page has no such audience. */
export async function lockAudience(ctx: Writing, params: { page_id: string; audience_id: string }): Promise<AudienceLife> {
  const [audience, open] = await Promise.all([
    findAudienceToChange(ctx, params.page_id, params.audience_id),
    openVersions(ctx.db, ctx.tenantId, [params.audience_id]),
  ]);
  if (!audience) throw notFound();
  return new AudienceLife(ctx, audience, open);
}

/** The versions are read after the lock, because statements run in the order in which they are issued. */
export async function lockAudiences(ctx: Writing, audienceIds: readonly string[]): Promise<AudienceLife[]> {
  const [audiences, open] = await Promise.all([
    audiencesToChange(ctx, audienceIds),
    openVersions(ctx.db, ctx.tenantId, audienceIds),
  ]);
  return livesOf(ctx, audiences, open);
}

/** The rows must be locked. */
export function livesOf(ctx: Writing, audiences: readonly AudienceRow[], open: readonly VersionRow[]): AudienceLife[] {
  const openOf = Map.groupBy(open, ({ audience_id }) => audience_id);
  return audiences.map((audience) => new AudienceLife(ctx, audience, openOf.get(audience.audience_id) ?? []));
}

/** 404 when the audience has no such version. */
export async function versionOf({ ctx, audience }: AudienceLife, versionId: string): Promise<VersionRow> {
  const version = await findVersion(ctx.db, ctx.tenantId, audience.audience_id, versionId);
  if (!version) throw notFound();
  return version;
}
