import { removeOldEvents } from "../events/remove-old-events";
import { purgeTrash, removeFile } from "../features/assets";
import { buildVersions, walkVersionBatch } from "../features/versions";
import { removeOldAnswers } from "../http/remove-old-answers";
import type { JobKind } from "./job";

/** Every kind of job there is. */
export const jobKinds = {
  buildVersions,
  purgeTrash,
  removeFile,
  removeOldAnswers,
  removeOldEvents,
  walkVersionBatch,
} as const satisfies Record<string, JobKind<never>>;

export type JobName = keyof typeof jobKinds;
export type JobPayload<Name extends JobName> = Parameters<(typeof jobKinds)[Name]["run"]>[1];
