import type { Writing } from "../../context";
import type { AudienceRow } from "../audiences";
import { buildDocument } from "./build/document";
import { readSubjects } from "./build/subject";
import { deleteDocuments, insertDocument, type VersionRow, versionsById } from "./queries";

/**
 * A person is erased: what was built with their data goes, and the live version of each audience is built anew without it.
 * The one case in which a built version changes; older ones can't be gone back to any more.
 */
export async function forgetInVersions(ctx: Writing, audiences: readonly AudienceRow[]): Promise<void> {
  if (audiences.length === 0) return;
  const ids = audiences.map(({ audience_id }) => audience_id);
  const live = await versionsById(
    ctx.db,
    ctx.tenantId,
    audiences.map(({ audience_id, published_version_id }) => ({ audienceId: audience_id, versionId: published_version_id })),
  );
  const subjects = await readSubjects(ctx.db, ctx.tenantId, ids);
  await deleteDocuments(ctx, ids);
  await Promise.all(live.map((version) => rebuild(ctx, subjects.get(version.audience_id), version)));
}

async function rebuild(
  ctx: Writing,
  subject: Parameters<typeof buildDocument>[0] | undefined,
  version: VersionRow,
): Promise<void> {
  if (subject) await insertDocument(ctx, version, buildDocument(subject, version));
}
