import type { Writing } from "../../context";
import type { AudienceRow } from "../audiences";
import { withoutPerson } from "./build/document";
import { deleteDocuments, findDocument, insertDocument } from "./queries";

/**
 * A person is erased: what was built with their data goes, and the live version of each audience stays without it.
 * The one case in which a built version changes; older ones can't be gone back to any more.
 */
export async function forgetInVersions(ctx: Writing, audiences: readonly AudienceRow[]): Promise<void> {
  if (audiences.length === 0) return;
  const live = await Promise.all(
    audiences.map(({ audience_id, published_version_id }) =>
      findDocument(ctx.db, ctx.tenantId, audience_id, published_version_id),
    ),
  );
  await deleteDocuments(
    ctx,
    audiences.map(({ audience_id }) => audience_id),
  );
  await Promise.all(
    audiences.map((audience, index) => {
      const { audience_id, published_version_id: version_id } = audience;
      const made = live[index];
      return made && insertDocument(ctx, { audience_id, version_id }, withoutPerson(made.document, audience));
    }),
  );
}
