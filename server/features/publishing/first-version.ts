import type { Writing } from "../../context";
import { recordEvents } from "../../events/record";
import { Problem } from "../../records/problem";
import { type BuildOutput, insertDocuments, insertPages, insertVersions, sizeOf, toVersion, type VersionRow } from "../versions";
import { buildDocument } from "./build/document";
import type { BuildInput } from "./build/input";

/** The size of all documents of one request: more would block other requests for too long. */
const maxBytesAtOnce = 16 * 1_048_576;
/** Built versions are written before they take more memory than this. */
const maxHeldBytes = 2 * 1_048_576;

/** The first version is built in the transaction that creates the audience, so that an audience always has a live version. */
export async function publishFirstVersions(ctx: Writing, inputs: readonly BuildInput[]): Promise<void> {
  // Each audience repeats the page's metadata twice: in the answer and in its event.
  let bytes = inputs.reduce((sum, { page }) => sum + 2 * Buffer.byteLength(page.metadata ?? ""), 0);
  refuseTooMuch(inputs.length, bytes);
  let group: (VersionRow & BuildOutput)[] = [];
  let groupBytes = 0;
  for (const [index, input] of inputs.entries()) {
    const version = firstVersion(ctx, input);
    const document = await buildDocument(ctx, input, version);
    group.push({ ...version, ...document });
    groupBytes += sizeOf(document);
    bytes += sizeOf(document);
    refuseTooMuch(index + 1, bytes);
    if (groupBytes < maxHeldBytes) continue;
    await save(ctx, group);
    group = [];
    groupBytes = 0;
  }
  await save(ctx, group);
}

async function save(ctx: Writing, built: readonly (VersionRow & BuildOutput)[]): Promise<void> {
  if (built.length === 0) return;
  await Promise.all([
    insertVersions(ctx, built),
    insertDocuments(ctx, built),
    insertPages(ctx, built),
    recordEvents(
      ctx,
      built.map((version) => ({ type: "audience_version.published", subjectId: version.version_id, data: toVersion(version) })),
    ),
  ]);
}

function refuseTooMuch(audiences: number, bytes: number): void {
  if (audiences > 1 && bytes > maxBytesAtOnce)
    throw new Problem("page_too_large", { detail: "The page is large: create fewer audiences at once" });
}

function firstVersion(ctx: Writing, { audience }: BuildInput): VersionRow {
  return {
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
    live_order: 1,
  };
}
