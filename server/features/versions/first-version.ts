import type { Writing } from "../../context";
import { recordEvent } from "../../events/record";
import { buildDocument } from "./build/document";
import type { Subject } from "./build/subject";
import { insertDocuments, insertVersions, toVersion, type VersionRow } from "./queries";

/** An audience always has a live version: the first is built and published in the transaction that creates the audience. */
export async function publishFirstVersion(ctx: Writing, subject: Subject): Promise<VersionRow> {
  const { audience } = subject;
  const version: VersionRow = {
    audience_id: audience.audience_id,
    version_id: audience.published_version_id,
    version_number: 1,
    status: "published",
    publish: "auto",
    is_new_page_agent: audience.is_new_page_agent,
    supplementary_context: audience.supplementary_context,
    operation_key: null,
    batch_id: null,
    created_at: ctx.now,
    queued_at: ctx.now,
    started_at: ctx.now,
    became_draft_at: ctx.now,
    published_at: ctx.now,
    cancelled_at: null,
    obsolete_at: null,
    archived_at: null,
  };
  const document = buildDocument(subject, version);
  await Promise.all([
    insertVersions(ctx, [version]),
    insertDocuments(ctx, [{ ...version, ...document }]),
    recordEvent(ctx, "audience_version.published", version.version_id, toVersion(version)),
  ]);
  return version;
}
