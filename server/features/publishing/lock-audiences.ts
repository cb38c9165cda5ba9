import type { Writing } from "../../context";
import { notFound } from "../../records/problem";
import { type AudienceRow, audiencesToChange, findAudienceToChange } from "../audiences";
import { findVersion, openVersions, type VersionRow } from "../versions";
import { AudienceLife } from "./audience-life";

/** The audience of a request, held to the end of the transaction; 404 when the page has none of that name. */
export async function lockAudience(ctx: Writing, params: { page_id: string; audience_id: string }): Promise<AudienceLife> {
  const [audience, open] = await Promise.all([
    findAudienceToChange(ctx, params.page_id, params.audience_id),
    openVersions(ctx.db, ctx.tenantId, [params.audience_id]),
  ]);
  if (!audience) throw notFound();
  return new AudienceLife(ctx, audience, open);
}

/** Many at once. Their versions are read once they are held: statements run in the order they are issued. */
export async function lockAudiences(ctx: Writing, audienceIds: readonly string[]): Promise<AudienceLife[]> {
  const [audiences, open] = await Promise.all([
    audiencesToChange(ctx, audienceIds),
    openVersions(ctx.db, ctx.tenantId, audienceIds),
  ]);
  return livesOf(ctx, audiences, open);
}

/** Of rows that this transaction holds. */
export function livesOf(ctx: Writing, audiences: readonly AudienceRow[], open: readonly VersionRow[]): AudienceLife[] {
  const openOf = Map.groupBy(open, ({ audience_id }) => audience_id);
  return audiences.map((audience) => new AudienceLife(ctx, audience, openOf.get(audience.audience_id) ?? []));
}

/** A version of a held audience; 404 when it has none of that name. */
export async function versionOf({ ctx, audience }: AudienceLife, versionId: string): Promise<VersionRow> {
  const version = await findVersion(ctx.db, ctx.tenantId, audience.audience_id, versionId);
  if (!version) throw notFound();
  return version;
}
