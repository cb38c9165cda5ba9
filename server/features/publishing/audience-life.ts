import { canHappen, type PublishMode, type VersionStatus, type VersionTransition } from "../../../contract";
import type { Writing } from "../../context";
import { pagesChanged } from "../../events/pages-changed";
import { type NewEvent, recordEvents } from "../../events/record";
import { enqueueJob } from "../../jobs/enqueue";
import type { JobType } from "../../jobs/job";
import { type AudienceRow, updateAudienceStates } from "../audiences";
import {
  type BuildOutput,
  type BuiltVersion,
  deleteDocumentsOf,
  deletePages,
  deleteReplacedDocuments,
  insertDocuments,
  insertPages,
  insertVersions,
  isOpen,
  toVersion,
  updateVersions,
  type VersionRow,
} from "../versions";
import { BatchCounts } from "./batch-queries";
import { type BuildPayload, buildVersionsInBulkJob, buildVersionsJob } from "./jobs";
import { applyTransition } from "./transition";

interface NewVersion {
  operationKey?: string | undefined;
  publish?: PublishMode;
  batchId?: string;
}

/**
 * An audience and its open versions, while the transaction has locked the audience's row. Changes follow the table of
 * transitions and are written together by `saveLives`.
 */
export class AudienceLife {
  readonly audience: AudienceRow;
  readonly #before: AudienceRow;
  readonly #open: Map<string, VersionRow>;
  /** These four are written by `saveLives`. */
  readonly made = new Map<string, VersionRow>();
  readonly changed = new Map<string, VersionRow>();
  readonly documents: BuiltVersion[] = [];
  readonly events: NewEvent[] = [];
  /** Every change of a version, for the counts of its batch. */
  readonly moves: { from?: VersionRow; to: VersionRow }[] = [];
  /** Versions that need a build job. */
  readonly toBuild: VersionRow[] = [];

  /** Sorts by number, because identifiers follow the clocks of several processes. */
  constructor(
    readonly ctx: Writing,
    audience: AudienceRow,
    open: readonly VersionRow[],
  ) {
    this.audience = { ...audience };
    this.#before = audience;
    const oldestFirst = [...open].sort((one, other) => one.version_number - other.version_number);
    this.#open = new Map(oldestFirst.map((version) => [version.version_id, version]));
  }

  version(versionId: string): VersionRow | undefined {
    return this.#open.get(versionId);
  }

  add({ operationKey, publish = "auto", batchId }: NewVersion): VersionRow {
    if (batchId === undefined) this.#hurry();
    const waits = [...this.#open.values()].some(isInFlight);
    const row: VersionRow = {
      audience_id: this.audience.audience_id,
      version_id: this.ctx.newId("version"),
      version_number: this.audience.versions_made + 1,
      status: waits ? "pending" : "queued",
      publish,
      is_new_page_agent: this.audience.is_new_page_agent,
      supplementary_context: this.audience.supplementary_context,
      operation_key: operationKey ?? null,
      batch_id: batchId ?? null,
      created_at: this.ctx.now,
      queued_at: waits ? null : this.ctx.now,
      started_at: null,
      became_draft_at: null,
      published_at: null,
      cancelled_at: null,
      obsolete_at: null,
      archived_at: null,
      live_order: 0,
    };
    this.#open.set(row.version_id, row);
    this.made.set(row.version_id, row);
    this.moves.push({ to: row });
    this.audience.versions_made += 1;
    this.audience.latest_version_id = row.version_id;
    if (!waits) this.toBuild.push(row);
    this.events.push({ type: "audience_version.created", subjectId: row.version_id, data: toVersion(row) });
    return row;
  }

  start(version: VersionRow): VersionRow {
    return this.#apply(version, "start");
  }

  retry(version: VersionRow): VersionRow {
    return this.#apply(version, "retry");
  }

  /** A built version goes live at once, or is a draft until it is published. */
  finish(version: VersionRow, document: BuildOutput, live: VersionRow | undefined): VersionRow {
    const built = this.#apply(version, "finish");
    this.documents.push({ audience_id: built.audience_id, version_id: built.version_id, ...document });
    if (built.publish === "auto") return this.publish(built, live);
    this.events.push({ type: "audience_version.drafted", subjectId: built.version_id, data: toVersion(built) });
    return built;
  }

  /** Replaces the version that was live so far, and all older drafts. */
  publish(version: VersionRow, live: VersionRow | undefined): VersionRow {
    const published = this.#apply({ ...version, live_order: (live?.live_order ?? 0) + 1 }, "publish");
    const isOlder = (other: VersionRow) => other.version_number < published.version_number;
    if (live) this.#apply(live, isOlder(live) ? "replace" : "withdraw");
    for (const other of this.#open.values()) if (other.status === "draft" && isOlder(other)) this.#apply(other, "replace");
    this.audience.published_version_id = published.version_id;
    this.events.push({ type: "audience_version.published", subjectId: published.version_id, data: toVersion(published) });
    return published;
  }

  cancel(version: VersionRow, reason: string): VersionRow {
    const cancelled = this.#apply(version, "cancel");
    const data = { ...toVersion(cancelled), reason };
    this.events.push({ type: "audience_version.cancelled", subjectId: cancelled.version_id, data });
    return cancelled;
  }

  archive(): void {
    for (const version of [...this.#open.values()]) {
      if (isInFlight(version)) this.cancel(version, "The audience was archived");
    }
    this.audience.archived_at = this.ctx.now;
  }

  restore(): void {
    this.audience.archived_at = null;
  }

  /** Whether somebody waits for a version of this audience: one that was asked for by itself, not by a batch. */
  get isAwaited(): boolean {
    return [...this.#open.values()].some((version) => isInFlight(version) && version.batch_id === null);
  }

  /** Whether visitors get something else than before. */
  get isSeenChanged(): boolean {
    const { published_version_id, archived_at } = this.audience;
    return published_version_id !== this.#before.published_version_id || archived_at !== this.#before.archived_at;
  }

  /** Queues the next version. The audience has the status of its newest open version. */
  settle(): void {
    const open = [...this.#open.values()];
    const isBusy = open.some(({ status }) => status === "queued" || status === "processing");
    const next = isBusy ? undefined : open.find(({ status }) => canHappen("queue", status));
    if (next) this.toBuild.push(this.#apply(next, "queue"));
    this.audience.status = this.#status();
  }

  /** A queued version of a batch waits among the bulk builds, and would delay the version that somebody asks for now. */
  #hurry(): void {
    const queued = this.isAwaited ? undefined : [...this.#open.values()].find(({ status }) => status === "queued");
    if (queued) this.toBuild.push(queued);
  }

  #apply(version: VersionRow, transition: VersionTransition): VersionRow {
    const row = applyTransition(version, transition, this.ctx.now);
    this.moves.push({ from: version, to: row });
    (this.made.has(row.version_id) ? this.made : this.changed).set(row.version_id, row);
    if (isOpen(row)) this.#open.set(row.version_id, row);
    else this.#open.delete(row.version_id);
    return row;
  }

  #status(): VersionStatus {
    if (this.audience.archived_at !== null) return "archived";
    return [...this.#open.values()].at(-1)?.status ?? "published";
  }
}

/** Writes all changes at once, and enqueues the build jobs: one for the versions that somebody waits for, one for the others. */
export async function saveLives(ctx: Writing, lives: readonly AudienceLife[]): Promise<void> {
  for (const life of lives) life.settle();
  const made = lives.flatMap((life) => [...life.made.values()]);
  const changed = lives.flatMap((life) => [...life.changed.values()]);
  const documents = lives.flatMap((life) => life.documents);
  const events = lives.flatMap((life) => life.events);
  await Promise.all([
    insertVersions(ctx, made),
    updateVersions(ctx, changed),
    updateAudienceStates(
      ctx,
      lives.map(({ audience }) => audience),
    ),
    insertDocuments(ctx, documents),
    updatePages(ctx, lives),
    recordEvents(ctx, events),
    pagesChanged(
      ctx,
      lives.filter((life) => life.isSeenChanged).map(({ audience }) => audience.audience_id),
    ),
    enqueueBuilds(ctx, lives),
    forgetDocuments(ctx, lives),
  ]);
  await countInBatches(ctx, lives);
}

async function countInBatches(ctx: Writing, lives: readonly AudienceLife[]): Promise<void> {
  const counts = new BatchCounts();
  for (const { from, to } of lives.flatMap(({ moves }) => moves)) {
    if (from) counts.add(from, -1);
    counts.add(to, 1);
  }
  await counts.save(ctx);
}

/** Of all versions of an audience, the live one has a page. */
async function updatePages(ctx: Writing, lives: readonly AudienceLife[]): Promise<void> {
  const built = lives.flatMap(({ audience, documents }) =>
    documents.filter(({ version_id }) => version_id === audience.published_version_id),
  );
  const moves = lives.flatMap((life) => life.moves);
  const replaced = moves.filter(({ from, to }) => from?.status === "published" && to.status !== "published");
  // Deleted first: SQLite puts the new pages where the old ones were.
  await Promise.all([
    deletePages(
      ctx,
      replaced.map(({ to }) => to),
    ),
    insertPages(ctx, built),
  ]);
}

async function enqueueBuilds(ctx: Writing, lives: readonly AudienceLife[]): Promise<void> {
  for (const isAwaited of [true, false]) {
    const versions = lives
      .filter((life) => life.isAwaited === isAwaited)
      .flatMap(({ toBuild }) => toBuild)
      .map(({ audience_id, version_id }) => ({ audienceId: audience_id, versionId: version_id }));
    if (versions.length > 0) await enqueueJob(ctx, buildJobFor(isAwaited), { versions });
  }
}

export function buildJobFor(isAwaited: boolean): JobType<BuildPayload> {
  return isAwaited ? buildVersionsJob : buildVersionsInBulkJob;
}

/** Of an audience's replaced versions, only the newest can be gone back to; a cancelled draft can't be published. */
async function forgetDocuments(ctx: Writing, lives: readonly AudienceLife[]): Promise<void> {
  const { keptVersions } = ctx.site;
  const moves = lives.flatMap((life) => life.moves);
  const cancelled = moves.filter(({ from, to }) => from?.status === "draft" && to.status === "cancelled");
  await deleteDocumentsOf(
    ctx,
    cancelled.map(({ to }) => to),
  );
  const audienceIds = lives
    .filter(({ audience, changed }) => audience.versions_made > keptVersions + 1 && [...changed.values()].some(isReplaced))
    .map(({ audience }) => audience.audience_id);
  if (audienceIds.length > 0) await deleteReplacedDocuments(ctx, audienceIds, keptVersions);
}

export function isInFlight({ status }: VersionRow): boolean {
  return status === "pending" || status === "queued" || status === "processing";
}

function isReplaced({ status }: VersionRow): boolean {
  return status === "archived";
}
