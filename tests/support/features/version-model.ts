import type { Audience, AudienceVersion, ErrorCode, PublishMode, VersionStatus } from "../../../contract";
import { isInFlight } from "./versions";

interface Version {
  status: VersionStatus;
  publish: PublishMode;
  built: boolean;
}

/** A status, and for a refusal its code. */
export type Answer = [200 | 201] | [409, ErrorCode];

/** An audience as the decisions describe it: lists and plain steps, nothing of the service's. Versions count from 1. */
export class AudienceModel {
  archived = false;
  readonly versions: Version[] = [{ status: "published", publish: "auto", built: true }];
  readonly keys = new Map<string, number>();
  name: string | null = null;
  /** The name after each message; the first is of its creation. */
  readonly history: (string | null)[] = [null];

  get status(): VersionStatus {
    if (this.archived) return "archived";
    const open = this.versions.filter(({ status }) => status !== "cancelled" && status !== "archived");
    return (open.at(-1) as Version).status;
  }

  create(key: string | undefined, publish: PublishMode): Answer {
    if (key !== undefined && this.keys.has(key)) return [200];
    if (this.archived) return [409, "audience_archived"];
    this.versions.push({ status: "pending", publish, built: false });
    if (key !== undefined) this.keys.set(key, this.versions.length);
    this.#moveUp();
    return [201];
  }

  cancel(number: number): Answer {
    const version = this.#version(number);
    if (version.status === "published" || version.status === "archived") return [409, "version_not_cancellable"];
    version.status = "cancelled";
    this.#moveUp();
    return [200];
  }

  publish(number: number): Answer {
    const version = this.#version(number);
    if (this.archived) return [409, "audience_archived"];
    if (version.status === "published") return [409, "version_not_publishable"];
    if (!version.built || version.status === "cancelled") return [409, "version_not_publishable"];
    this.#goLive(number);
    return [200];
  }

  archive(): void {
    this.archived = true;
    for (const version of this.versions) if (isInFlight(version)) version.status = "cancelled";
  }

  restore(): void {
    this.archived = false;
  }

  rename(name: string | null): void {
    this.name = name;
    this.history.push(name);
  }

  restoreMessage(index: number): void {
    this.rename(this.history[index] as string | null);
  }

  begin(number: number): void {
    const version = this.#version(number);
    if (version.status === "queued") version.status = "processing";
  }

  finish(number: number): void {
    const version = this.#version(number);
    if (version.status !== "processing") return;
    version.status = "draft";
    version.built = true;
    if (version.publish === "auto") this.#goLive(number);
    this.#moveUp();
  }

  #goLive(number: number): void {
    this.versions.forEach((version, index) => {
      const isOlderDraft = version.status === "draft" && index + 1 < number;
      if (version.status === "published" || isOlderDraft) version.status = "archived";
    });
    this.#version(number).status = "published";
  }

  /** One at a time is built, in the order they were made. */
  #moveUp(): void {
    if (this.versions.some(({ status }) => status === "queued" || status === "processing")) return;
    const next = this.versions.find(({ status }) => status === "pending");
    if (next) next.status = "queued";
  }

  #version(number: number): Version {
    return this.versions[number - 1] as Version;
  }
}

/** An audience with all its versions, oldest first. */
export interface Seen {
  audience: Audience;
  versions: AudienceVersion[];
}

const moments = ["queuedAt", "becameDraftAt", "publishedAt", "cancelledAt", "obsoleteAt", "archivedAt"] as const;

/** What is wrong with an audience that nothing is being done to, whatever was done before. */
export function faultsOf({ audience, versions }: Seen, before?: Seen): string[] {
  const faults: string[] = [];
  const hold = (isSo: boolean, fault: string) => isSo || faults.push(`${fault}: ${JSON.stringify({ audience, versions })}`);
  const live = versions.filter(({ status }) => status === "published");
  const open = versions.filter(({ status }) => status !== "cancelled" && status !== "archived");
  hold(live.length === 1, `${live.length} live versions`);
  hold(audience.publishedVersion.status === "published", "publishedVersion is not live");
  hold(audience.publishedVersion.versionId === live[0]?.versionId, "publishedVersion is another than the live one");
  hold(audience.latestVersion.versionId === versions.at(-1)?.versionId, "latestVersion is not the newest");
  hold(
    versions.every(({ versionNumber }, index) => versionNumber === index + 1),
    "numbers with gaps",
  );
  hold(!versions.some(isInFlight), "a version is still in flight");
  hold((audience.archivedAt !== null) === (audience.status === "archived"), "archived without a moment, or the reverse");
  hold(audience.archivedAt !== null || audience.status === open.at(-1)?.status, "not the state of its newest version");
  for (const version of versions) {
    for (const fault of faultsOfVersion(version)) hold(false, `version ${version.versionNumber} ${fault}`);
    const earlier = before?.versions[version.versionNumber - 1];
    for (const moment of ["createdAt", ...moments] as const) {
      hold(!earlier?.[moment] || earlier[moment] === version[moment], `${moment} of ${version.versionNumber} was changed`);
    }
  }
  return faults;
}

function* faultsOfVersion(version: AudienceVersion): Generator<string> {
  const at = (moment: (typeof moments)[number]) => (version[moment] === null ? undefined : Number(version[moment]));
  const { status } = version;
  const createdAt = Number(version.createdAt);
  const isBefore = (one: number | undefined, other: number | undefined) =>
    one === undefined || other === undefined || one <= other;
  if (!isBefore(createdAt, at("queuedAt"))) yield "was queued before it was created";
  if (!isBefore(createdAt, at("cancelledAt"))) yield "was cancelled before it was created";
  if (!isBefore(at("queuedAt"), at("becameDraftAt"))) yield "was built before it was queued";
  for (const later of ["publishedAt", "cancelledAt", "obsoleteAt", "archivedAt"] as const) {
    if (!isBefore(at("becameDraftAt"), at(later))) yield `has ${later} before it was built`;
  }
  if (version.queueDurationMs !== null && version.queueDurationMs < 0) yield "waited less than no time";
  if ((status === "cancelled") !== (at("cancelledAt") !== undefined)) yield "is cancelled without a moment, or the reverse";
  if (status === "cancelled" && at("publishedAt") !== undefined) yield "was cancelled and went live";
  if (status === "published" && at("publishedAt") === undefined) yield "is live without a moment";
  if (status === "archived" && at("archivedAt") === undefined) yield "is archived without a moment";
  if ((status === "draft" || status === "archived") && at("becameDraftAt") === undefined) yield "was never built";
}
