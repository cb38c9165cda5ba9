import type { Writing } from "../../context";
import type { AudienceRow } from "../audiences";
import { deleteOldDocumentsOf, replaceDocument, versionsShowing } from "../versions";
import { withoutPerson } from "./build/document";
import { readDocument } from "./build/stored-document";

/**
 * Deletes what was built with an erased person's data. Only live versions stay, rebuilt without it: the one case in which a
 * built version changes.
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
