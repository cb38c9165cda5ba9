import { type ErasureStage, untilNothingIsFound } from "../../erasure/erasure";
import { audiencesToChange } from "../audiences";
import { deleteDocuments, replaceDocument, versionsShowing } from "../versions";
import { withoutPerson } from "./build/document";
import { readDocument } from "./build/stored-document";

/**
 * Deletes what was built with the person's data. Only live versions stay, rebuilt without it: the one case in which a built
 * version changes. A version that is built meanwhile is compared with its audience, which is without the person by then.
 */
export const forgetInVersions: ErasureStage = {
  name: "versions",
  tables: ["version_documents", "version_pages"],
  weight: 25,
  async forget(ctx) {
    const found = await versionsShowing(ctx, ctx.person.person_id, ctx.limit);
    const audiences = await audiencesToChange(ctx, [...new Set(found.map(({ audience_id }) => audience_id))]);
    const audienceOf = new Map(audiences.map((audience) => [audience.audience_id, audience]));
    let changed = 0;
    for (const version of found) {
      const audience = audienceOf.get(version.audience_id);
      const isLive = audience?.published_version_id === version.version_id;
      const built = isLive && (await readDocument(ctx.db, ctx.tenantId, version.audience_id, version.version_id));
      if (!built) await deleteDocuments(ctx, version);
      else await replaceDocument(ctx, version, await withoutPerson(ctx, built, audience));
      changed += Number(Boolean(built));
    }
    const counts = { found: found.length, removed: found.length - changed, changed };
    ctx.count("version_documents", counts);
    ctx.count("version_pages", counts);
    return untilNothingIsFound(found.length, ctx.limit);
  },
};
