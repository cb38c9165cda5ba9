import { canHappen, type VersionStatus, type VersionTransition } from "../../../contract";
import type { Writing } from "../../context";
import { recordEvent } from "../../events/record";
import { enqueueJob } from "../../jobs/enqueue";
import { type AudienceRow, updateAudienceState } from "../audiences";
import { type Document, insertDocument, insertVersion, toVersion, updateVersion, type VersionRow } from "./queries";
import { after } from "./transition";

interface Wish {
  operationKey?: string | undefined;
  publish?: "auto" | "manual";
  batchId?: string;
}

/**
 * An audience and its versions while a transaction holds its row. Changes are made here first, by the table of transitions,
 * and written together by `saveLives`.
 */
export class AudienceLife {
  readonly audience: AudienceRow;
  readonly #open: Map<string, VersionRow>;
  readonly #made: VersionRow[] = [];
  readonly #changed = new Map<string, VersionRow>();
  readonly #writes: ((ctx: Writing) => Promise<void>)[] = [];
  /** Queued just now: a builder has to be told. */
  readonly toBuild: VersionRow[] = [];

  /** `open`: its versions that are neither over nor live. Sorted here: identifiers follow the clocks of several processes. */
  constructor(
    readonly ctx: Writing,
    audience: AudienceRow,
    open: readonly VersionRow[],
  ) {
    this.audience = { ...audience };
    const oldestFirst = [...open].sort((one, other) => one.version_number - other.version_number);
    this.#open = new Map(oldestFirst.map((version) => [version.version_id, version]));
  }

  version(versionId: string): VersionRow | undefined {
    return this.#changed.get(versionId) ?? this.#open.get(versionId);
  }

  add({ operationKey, publish = "auto", batchId }: Wish): VersionRow {
    const waits = [...this.#open.values()].some(({ status }) => status !== "draft");
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
    };
    this.#open.set(row.version_id, row);
    this.#made.push(row);
    this.audience.versions_made += 1;
    this.audience.latest_version_id = row.version_id;
    if (!waits) this.toBuild.push(row);
    this.#record((ctx) => recordEvent(ctx, "audience_version.created", row.version_id, toVersion(row)));
    return row;
  }

  start(version: VersionRow): VersionRow {
    return this.#apply(version, "start");
  }

  retry(version: VersionRow): VersionRow {
    return this.#apply(version, "retry");
  }

  /** Built: live at once, or a draft until somebody publishes it. */
  finish(version: VersionRow, document: Document, live: VersionRow | undefined): VersionRow {
    const built = this.#apply(version, "finish");
    this.#record((ctx) => insertDocument(ctx, built, document));
    if (built.publish === "auto") return this.publish(built, live);
    this.#record((ctx) => recordEvent(ctx, "audience_version.drafted", built.version_id, toVersion(built)));
    return built;
  }

  /** `live`: what was so far; what is older and not live yet is replaced too. */
  publish(version: VersionRow, live: VersionRow | undefined): VersionRow {
    const published = this.#apply(version, "publish");
    const isOlder = (other: VersionRow) => other.version_number < published.version_number;
    if (live) this.#apply(live, isOlder(live) ? "replace" : "withdraw");
    for (const other of this.#open.values()) if (other.status === "draft" && isOlder(other)) this.#apply(other, "replace");
    this.audience.published_version_id = published.version_id;
    this.#record((ctx) => recordEvent(ctx, "audience_version.published", published.version_id, toVersion(published)));
    return published;
  }

  cancel(version: VersionRow, reason: string): VersionRow {
    const cancelled = this.#apply(version, "cancel");
    const data = { ...toVersion(cancelled), reason };
    this.#record((ctx) => recordEvent(ctx, "audience_version.cancelled", cancelled.version_id, data));
    return cancelled;
  }

  archive(): void {
    for (const version of [...this.#open.values()]) {
      if (version.status !== "draft") this.cancel(version, "The audience was archived");
    }
    this.audience.archived_at = this.ctx.now;
  }

  restore(): void {
    this.audience.archived_at = null;
  }

  /** Whoever is first in line is next, and the audience shows the state of its newest version that is not over. */
  async save(): Promise<void> {
    this.#queueNext();
    this.audience.status = this.#status();
    await Promise.all([
      ...this.#made.map((row) => insertVersion(this.ctx, this.#changed.get(row.version_id) ?? row)),
      ...[...this.#changed.values()]
        .filter((row) => !this.#made.some(({ version_id }) => version_id === row.version_id))
        .map((row) => updateVersion(this.ctx, row)),
      updateAudienceState(this.ctx, this.audience),
      ...this.#writes.map((write) => write(this.ctx)),
    ]);
  }

  #apply(version: VersionRow, transition: VersionTransition): VersionRow {
    const row = after(version, transition, this.ctx.now);
    this.#changed.set(row.version_id, row);
    if (isOpen(row)) this.#open.set(row.version_id, row);
    else this.#open.delete(row.version_id);
    return row;
  }

  #queueNext(): void {
    const open = [...this.#open.values()];
    if (open.some(({ status }) => status === "queued" || status === "processing")) return;
    const next = open.find(({ status }) => canHappen("queue", status));
    if (next) this.toBuild.push(this.#apply(next, "queue"));
  }

  #status(): VersionStatus {
    if (this.audience.archived_at !== null) return "archived";
    return [...this.#open.values()].at(-1)?.status ?? "published";
  }

  #record(write: (ctx: Writing) => Promise<void>): void {
    this.#writes.push(write);
  }
}

/** Writes what changed in each, and hands all that is to be built to one job. */
export async function saveLives(ctx: Writing, lives: readonly AudienceLife[], priority: "soon" | "bulk" = "soon"): Promise<void> {
  await Promise.all(lives.map((life) => life.save()));
  const versions = lives.flatMap(({ toBuild }) =>
    toBuild.map(({ audience_id, version_id }) => ({ audienceId: audience_id, versionId: version_id })),
  );
  if (versions.length > 0) await enqueueJob(ctx, "buildVersions", { versions }, { priority });
}

function isOpen({ status }: VersionRow): boolean {
  return status !== "published" && status !== "archived" && status !== "cancelled";
}
