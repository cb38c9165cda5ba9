import type { JobKind } from "./job";

/** Every kind of job there is. */
export const jobKinds = {} as const satisfies Record<string, JobKind<never>>;

export type JobName = keyof typeof jobKinds;
export type JobPayload<Name extends JobName> = Parameters<(typeof jobKinds)[Name]["run"]>[1];
