import type { Writing } from "../../context";
import { notFound } from "../../problem";
import { type AudienceRow, audiencesToChange, findAudienceToChange } from "../audiences";
import { AudienceLife } from "./life";
import { findVersion, openVersions, type VersionRow } from "./queries";

/** The audience of a request, held to the end of the transaction; 404 when the page has none of that name. */
export async function holdAudience(ctx: Writing, params: { page_id: string; audience_id: string }): Promise<AudienceLife> {
  const audience = await findAudienceToChange(ctx, params.page_id, params.audience_id);
  if (!audience) throw notFound();
  return new AudienceLife(ctx, audience, await openVersions(ctx.db, ctx.tenantId, [audience.audience_id]));
}

/** Many at once. */
export async function holdAudiences(ctx: Writing, audienceIds: readonly string[]): Promise<AudienceLife[]> {
  return livesOf(ctx, await audiencesToChange(ctx, audienceIds));
}

/** Rows this transaction holds already. */
export async function livesOf(ctx: Writing, audiences: readonly AudienceRow[]): Promise<AudienceLife[]> {
  const open = Map.groupBy(
    await openVersions(
      ctx.db,
      ctx.tenantId,
      audiences.map(({ audience_id }) => audience_id),
    ),
    ({ audience_id }) => audience_id,
  );
  return audiences.map((audience) => new AudienceLife(ctx, audience, open.get(audience.audience_id) ?? []));
}

/** A version of a held audience; 404 when it has none of that name. */
export async function versionOf({ ctx, audience }: AudienceLife, versionId: string): Promise<VersionRow> {
  const version = await findVersion(ctx.db, ctx.tenantId, audience.audience_id, versionId);
  if (!version) throw notFound();
  return version;
}
