import type { Writing } from "../../context";
import type { AudienceRow } from "../audiences";
import { withoutPerson } from "./build/document";
import { deleteOldDocumentsOf, findDocument, replaceDocument } from "./queries";

/**
 * A person is erased: what was built with their data goes, and the live version of each audience stays, without it.
 * The one case in which a built version changes; older ones can't be gone back to any more.
 */
export async function forgetInVersions(ctx: Writing, personId: string, audiences: readonly AudienceRow[]): Promise<void> {
  if (audiences.length === 0) return;
  await Promise.all([
    deleteOldDocumentsOf(ctx, personId, audiences),
    ...audiences.map((audience) => forgetInLiveVersion(ctx, personId, audience)),
  ]);
}

async function forgetInLiveVersion(ctx: Writing, personId: string, audience: AudienceRow): Promise<void> {
  const { audience_id, published_version_id: version_id } = audience;
  const live = await findDocument(ctx.db, ctx.tenantId, audience_id, version_id);
  if (live?.document.includes(personId)) {
    await replaceDocument(ctx, { audience_id, version_id }, withoutPerson(live.document, audience));
  }
}
