import type { ErrorCode, VersionStatus } from "../../../contract";

/** The states of a version as they were decided, written down independently of the code. */
export type Moment = "queuedAt" | "becameDraftAt" | "publishedAt" | "cancelledAt" | "obsoleteAt" | "archivedAt";
export const moments: readonly Moment[] = ["queuedAt", "becameDraftAt", "publishedAt", "cancelledAt", "obsoleteAt", "archivedAt"];

/** Where a version can be; an archived one was live, or was a draft when a newer one went live. */
export const states = ["pending", "queued", "processing", "draft", "published", "was live", "was replaced", "cancelled"] as const;
export type State = (typeof states)[number];
export const statusOf = (state: State): VersionStatus => (state === "was live" || state === "was replaced" ? "archived" : state);

export const deeds = ["create", "cancel", "publish", "archive", "restore", "get"] as const;
export type Deed = (typeof deeds)[number];

export interface Outcome {
  refused?: ErrorCode;
  /** The version afterwards, and the moments noted with it; left out when it stays as it was. */
  becomes?: [VersionStatus, ...Moment[]];
  /** What was live until then; left out when it stays. */
  live?: [VersionStatus, ...Moment[]];
  /** A version is made, in this state. */
  makes?: VersionStatus;
  /** The audience shows this afterwards; left out when nothing at all changes. */
  audience?: VersionStatus;
}

const nothing: Outcome = {};
const notCancellable: Outcome = { refused: "version_not_cancellable" };
const notPublishable: Outcome = { refused: "version_not_publishable" };
const audienceArchived: Outcome = { refused: "audience_archived" };
const cancelled: Outcome = { becomes: ["cancelled", "cancelledAt"] };
export const replaced: NonNullable<Outcome["live"]> = ["archived", "obsoleteAt", "archivedAt"];

export const table: Record<State, Record<Deed, Outcome>> = {
  // Behind one that is queued.
  pending: {
    create: { makes: "pending", audience: "pending" },
    cancel: { ...cancelled, audience: "queued" },
    publish: notPublishable,
    archive: { ...cancelled, audience: "archived" },
    restore: nothing,
    get: nothing,
  },
  queued: {
    create: { makes: "pending", audience: "pending" },
    cancel: { ...cancelled, audience: "published" },
    publish: notPublishable,
    archive: { ...cancelled, audience: "archived" },
    restore: nothing,
    get: nothing,
  },
  processing: {
    create: { makes: "pending", audience: "pending" },
    cancel: { ...cancelled, audience: "published" },
    publish: notPublishable,
    archive: { ...cancelled, audience: "archived" },
    restore: nothing,
    get: nothing,
  },
  draft: {
    create: { makes: "queued", audience: "queued" },
    cancel: { ...cancelled, audience: "published" },
    publish: { becomes: ["published", "publishedAt"], live: replaced, audience: "published" },
    archive: { audience: "archived" },
    restore: nothing,
    get: nothing,
  },
  published: {
    create: { makes: "queued", audience: "queued" },
    cancel: notCancellable,
    publish: notPublishable,
    archive: { audience: "archived" },
    restore: nothing,
    get: nothing,
  },
  "was live": {
    create: { makes: "queued", audience: "queued" },
    cancel: notCancellable,
    publish: { becomes: ["published"], live: ["archived", "archivedAt"], audience: "published" },
    archive: { audience: "archived" },
    restore: nothing,
    get: nothing,
  },
  "was replaced": {
    create: { makes: "queued", audience: "queued" },
    cancel: notCancellable,
    publish: { becomes: ["published", "publishedAt"], live: ["archived", "archivedAt"], audience: "published" },
    archive: { audience: "archived" },
    restore: nothing,
    get: nothing,
  },
  cancelled: {
    create: { makes: "queued", audience: "queued" },
    cancel: nothing,
    publish: notPublishable,
    archive: { audience: "archived" },
    restore: nothing,
    get: nothing,
  },
};

/** The same in an archived audience: none of its versions is in flight. */
export const whileArchived: Partial<typeof table> = {
  draft: {
    create: audienceArchived,
    cancel: { ...cancelled, audience: "archived" },
    publish: audienceArchived,
    archive: nothing,
    restore: { audience: "draft" },
    get: nothing,
  },
  published: {
    create: audienceArchived,
    cancel: notCancellable,
    publish: audienceArchived,
    archive: nothing,
    restore: { audience: "published" },
    get: nothing,
  },
  "was live": {
    create: audienceArchived,
    cancel: notCancellable,
    publish: audienceArchived,
    archive: nothing,
    restore: { audience: "published" },
    get: nothing,
  },
  "was replaced": {
    create: audienceArchived,
    cancel: notCancellable,
    publish: audienceArchived,
    archive: nothing,
    restore: { audience: "published" },
    get: nothing,
  },
  cancelled: {
    create: audienceArchived,
    cancel: nothing,
    publish: audienceArchived,
    archive: nothing,
    restore: { audience: "published" },
    get: nothing,
  },
};

/** What the builder does beside it. */
export const byTheBuilder = [
  "pending → queued: queuedAt",
  "queued → processing: startedAt",
  "processing → queued: ",
  "processing → draft: becameDraftAt",
  "processing → cancelled: cancelledAt",
  "draft → published: publishedAt",
];
