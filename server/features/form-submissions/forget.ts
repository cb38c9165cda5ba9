import { type Erasing, type ErasureStage, untilNothingIsFound } from "../../erasure/erasure";
import { forgetRecords } from "../../erasure/records";
import { sql } from "../../storage/sql";
import { forgetVisitorAssets } from "../assets";
import { assetsOfSubmissions, deleteSubmissions } from "./queries";

/** Removes what the person sent with forms, and forms in which the person is named, from whosever page. */
export const forgetSubmissions: ErasureStage = {
  name: "form submissions",
  tables: ["form_submissions", "submission_identifiers", "events", "webhook_deliveries", "idempotency"],
  async forget(ctx) {
    const found = await submissionsNaming(ctx);
    const submissionIds = found.map(({ submission_id }) => submission_id);
    const assetIds = await assetsOfSubmissions(ctx, submissionIds);
    // What is found by the submissions goes before them.
    if ((await forgetRecords(ctx, assetIds)) >= ctx.limit) return untilNothingIsFound(ctx.limit, ctx.limit);
    await forgetVisitorAssets(ctx, assetIds);
    const { submissions, identifiers } = await deleteSubmissions(ctx, submissionIds);
    ctx.count("form_submissions", { found: submissions, removed: submissions });
    ctx.count("submission_identifiers", { found: identifiers, removed: identifiers });
    return untilNothingIsFound(found.length, ctx.limit);
  },
};

function submissionsNaming({ db, tenantId, person, limit }: Erasing): Promise<{ submission_id: string }[]> {
  return db.all(sql`
    SELECT named.submission_id FROM former_identifiers AS former
    CROSS JOIN submission_identifiers AS named
    WHERE former.tenant_id = ${tenantId} AND former.person_id = ${person.person_id}
      AND named.tenant_id = ${tenantId} AND named.identifier_hash = former.identifier_hash LIMIT ${limit}`);
}
