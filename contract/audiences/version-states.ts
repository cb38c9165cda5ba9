export const versionStatuses = ["archived", "cancelled", "draft", "pending", "processing", "published", "queued"] as const;
export type VersionStatus = (typeof versionStatuses)[number];

export type VersionMoment =
  | "queuedAt"
  | "startedAt"
  | "becameDraftAt"
  | "publishedAt"
  | "cancelledAt"
  | "obsoleteAt"
  | "archivedAt";

/** Whether a version goes live by itself once it is built. */
export const publishModes = ["auto", "manual"] as const;
export type PublishMode = (typeof publishModes)[number];

interface Transition {
  from: readonly VersionStatus[];
  to: VersionStatus;
  /** The moments that it notes, unless an earlier transition has. */
  notes: readonly VersionMoment[];
  when: string;
}

/** Everything that can happen to a version after its creation. Anything else is refused and changes nothing. */
export const versionTransitions = {
  queue: {
    from: ["pending"],
    to: "queued",
    notes: ["queuedAt"],
    when: "No earlier version of the audience waits or is being built any more",
  },
  start: { from: ["queued"], to: "processing", notes: ["startedAt"], when: "A builder takes it" },
  retry: { from: ["processing"], to: "queued", notes: [], when: "The build failed and will be tried again" },
  finish: { from: ["processing"], to: "draft", notes: ["becameDraftAt"], when: "It is built" },
  publish: {
    from: ["draft", "archived"],
    to: "published",
    notes: ["publishedAt"],
    when: "By itself once built, or when asked; an archived one only if it was built",
  },
  replace: {
    from: ["published", "draft"],
    to: "archived",
    notes: ["obsoleteAt", "archivedAt"],
    when: "A newer version went live",
  },
  withdraw: { from: ["published"], to: "archived", notes: ["archivedAt"], when: "An older version went live again" },
  cancel: {
    from: ["pending", "queued", "processing", "draft"],
    to: "cancelled",
    notes: ["cancelledAt"],
    when: "It is cancelled, its audience is archived, or its last build failed",
  },
} as const satisfies Record<string, Transition>;

export type VersionTransition = keyof typeof versionTransitions;

export function canHappen(transition: VersionTransition, status: VersionStatus): boolean {
  return (versionTransitions[transition].from as readonly VersionStatus[]).includes(status);
}
