import type { Writing } from "../../context";
import { enqueueJob } from "../../jobs/enqueue";
import type { JobContext, JobType, NamedJobKind } from "../../jobs/job";
import { Problem } from "../../records/problem";
import type { AudienceRow } from "../audiences";
import { type BuildOutput, liveVersions, sizeOf, type VersionRow } from "../versions";
import { type AudienceLife, buildJobFor, saveLives } from "./audience-life";
import { buildDocument } from "./build/document";
import { type BuildInput, buildInputsOf } from "./build/input";
import { type BuildPayload, buildVersionsInBulkJob, buildVersionsJob } from "./jobs";
import { lockAudiences } from "./lock-audiences";

export const maxBuildAttempts = 5;
const firstRetryMs = 1_000;
/** The size of all documents in one transaction. */
const maxBytesAtOnce = 4 * 1_048_576;

type BuildOutcome = { document: BuildOutput; personId: string | null } | { failure: unknown };

/** Builds queued versions from the current data, and publishes them or leaves drafts. */
export const buildVersions = buildKind(buildVersionsJob);
export const buildVersionsInBulk = buildKind(buildVersionsInBulkJob);

function buildKind(type: JobType<BuildPayload>): NamedJobKind<BuildPayload> {
  return {
    type,
    maxAttempts: maxBuildAttempts,

    async run(job, payload) {
      const started = await job.step((ctx) => start(ctx, payload));
      const inputs = await buildInputsOf(
        job.db,
        job.tenantId,
        started.map(({ audience }) => audience),
      );
      let left = started.map(({ version }) => version);
      const unfinished: VersionRow[] = [];
      const outcomes = new Map<string, BuildOutcome>();
      while (left.length > 0) {
        const built = await build(job, left, inputs);
        for (const [versionId, outcome] of built) outcomes.set(versionId, outcome);
        const group = left.slice(0, built.size);
        left = left.slice(built.size);
        // Versions that can't be finished now get jobs of their own in the last transaction.
        if (left.length > 0) unfinished.push(...(await job.step((ctx) => finish(ctx, group, outcomes))));
        else await job.finish((ctx) => finishAll(ctx, [...unfinished, ...group], outcomes, payload));
      }
    },

    /** Versions that are drafts by now were built, by an earlier step or by another job, and stay. */
    async onDead(ctx, { versions }, reason) {
      const lives = await lockAudiences(ctx, idsOf(versions));
      for (const { life, version } of unbuiltVersions(lives, versions)) life.cancel(version, `It could not be built: ${reason}`);
      await saveLives(ctx, lives);
    },
  };
}

interface StartedVersion {
  version: VersionRow;
  audience: AudienceRow;
}

/** Leaves out versions that were cancelled meanwhile. */
async function start(ctx: Writing, { versions }: BuildPayload): Promise<StartedVersion[]> {
  const lives = await lockAudiences(ctx, idsOf(versions));
  const started = unbuiltVersions(lives, versions).map(({ life, version }) => ({
    version: version.status === "queued" ? life.start(version) : version,
    audience: life.audience,
  }));
  await saveLives(ctx, lives);
  return started;
}

/** Builds as many as fit into one transaction, and at least one. */
async function build(
  ctx: JobContext,
  versions: readonly VersionRow[],
  inputs: ReadonlyMap<string, BuildInput>,
): Promise<Map<string, BuildOutcome>> {
  const outcomes = new Map<string, BuildOutcome>();
  let bytes = 0;
  for (const version of versions) {
    if (bytes >= maxBytesAtOnce) break;
    const input = inputs.get(version.audience_id);
    const outcome = input ? await buildOne(ctx, input, version) : { failure: new Error("the audience is gone") };
    outcomes.set(version.version_id, outcome);
    if ("document" in outcome) bytes += sizeOf(outcome.document);
  }
  return outcomes;
}

async function buildOne(ctx: JobContext, input: BuildInput, version: VersionRow): Promise<BuildOutcome> {
  try {
    return { document: await buildDocument(ctx, input, version), personId: input.audience.person_id };
  } catch (failure) {
    return { failure };
  }
}

type BuildOutcomes = ReadonlyMap<string, BuildOutcome>;

/**
 * Stores what was built. Returns the versions that failed, and those whose person was erased or replaced meanwhile, which must
 * not be stored.
 */
async function finish(ctx: Writing, versions: readonly VersionRow[], outcomes: BuildOutcomes): Promise<VersionRow[]> {
  const { lives, unfinished } = await finished(ctx, versions, outcomes);
  await saveLives(ctx, lives);
  return unfinished.map(({ version }) => version);
}

/** Each unfinished version is tried again by a job of its own, with a growing delay if it failed. */
async function finishAll(
  ctx: Writing,
  versions: readonly VersionRow[],
  outcomes: BuildOutcomes,
  payload: BuildPayload,
): Promise<void> {
  const { lives, unfinished } = await finished(ctx, versions, outcomes);
  const { failures = 0 } = payload;
  const again: { life: AudienceLife; version: VersionRow; failures: number }[] = [];
  for (const { life, version } of unfinished) {
    const outcome = outcomes.get(version.version_id) as BuildOutcome;
    if (!("failure" in outcome)) again.push({ life, version: life.retry(version), failures });
    else if (!giveUp(life, version, outcome.failure, payload))
      again.push({ life, version: life.retry(version), failures: failures + 1 });
  }
  await saveLives(ctx, lives);
  for (const { life, version, failures } of again) {
    const afterMs = failures === 0 ? 0 : firstRetryMs * 2 ** (failures - 1);
    await enqueueJob(ctx, buildJobFor(life.isAwaited), { versions: [pairOf(version)], failures }, { afterMs });
  }
}

async function finished(ctx: Writing, versions: readonly VersionRow[], outcomes: BuildOutcomes) {
  const pairs = versions.map(pairOf);
  const ids = idsOf(pairs);
  const [lives, published] = await Promise.all([lockAudiences(ctx, ids), liveVersions(ctx, ids)]);
  const live = new Map(published.map((version) => [version.audience_id, version]));
  const processing = lockedVersions(lives, pairs).filter(({ version }) => version.status === "processing");
  const unfinished = processing.filter(({ life, version }) => {
    const outcome = outcomes.get(version.version_id);
    if (!outcome || "failure" in outcome || outcome.personId !== life.audience.person_id) return true;
    life.finish(version, outcome.document, live.get(version.audience_id));
    return false;
  });
  return { lives, unfinished };
}

/** A Problem is about the content: trying again would not help. */
function giveUp(life: AudienceLife, version: VersionRow, failure: unknown, { failures = 0 }: BuildPayload): boolean {
  if (!(failure instanceof Problem) && failures + 1 < maxBuildAttempts) return false;
  const reason = failure instanceof Error ? failure.message : String(failure);
  life.cancel(version, `It could not be built: ${reason}`);
  return true;
}

/** The versions of the payload that wait to be built or are being built. */
function unbuiltVersions(lives: readonly AudienceLife[], versions: BuildPayload["versions"]) {
  return lockedVersions(lives, versions).filter(({ version }) => version.status === "queued" || version.status === "processing");
}

function lockedVersions(lives: readonly AudienceLife[], versions: BuildPayload["versions"]) {
  const lifeOf = new Map(lives.map((life) => [life.audience.audience_id, life]));
  return versions.flatMap(({ audienceId, versionId }) => {
    const life = lifeOf.get(audienceId);
    const version = life?.version(versionId);
    return life && version ? [{ life, version }] : [];
  });
}

function idsOf(versions: BuildPayload["versions"]): string[] {
  return [...new Set(versions.map(({ audienceId }) => audienceId))];
}

function pairOf({ audience_id, version_id }: VersionRow): BuildPayload["versions"][number] {
  return { audienceId: audience_id, versionId: version_id };
}
