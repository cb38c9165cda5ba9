import type { Writing } from "../../context";
import type { AudienceRow } from "../audiences";
import { deleteOldDocumentsOf, replaceDocument, versionsShowing } from "../versions";
import { withoutPerson } from "./build/document";
import { readDocument } from "./build/stored-document";

/**
 * A person is erased: what was built with their data goes, and the live version of each audience stays, without it.
 * The one case in which a built version changes; older ones can't be gone back to any more.
 */
export async function forgetInVersions(ctx: Writing, personId: string, audiences: readonly AudienceRow[]): Promise<void> {
  const audienceOf = new Map(audiences.map((audience) => [audience.audience_id, audience]));
  await deleteOldDocumentsOf(ctx, personId);
  for (const live of await versionsShowing(ctx, personId)) {
    const audience = audienceOf.get(live.audience_id);
    const built = await readDocument(ctx.db, ctx.tenantId, live.audience_id, live.version_id);
    if (audience && built) await replaceDocument(ctx, live, withoutPerson(ctx, built, audience));
  }
}
