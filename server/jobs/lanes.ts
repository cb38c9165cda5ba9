/**
 * Each kind of job has a lane, and each lane its own slots: how many of its jobs run at the same time in a process. A full
 * lane delays no other.
 */
export const laneSlots = {
  /** Versions that somebody waits for. */
  builds: 3,
  /** Versions of a batch. */
  bulkBuilds: 3,
  /** Webhook deliveries, a job for each subscription. They wait for other servers, and their open requests are limited apart. */
  sending: 1_000,
  /** The same for receivers that keep failing, so that they delay no others. */
  probing: 64,
  modelCalls: 4,
  /** What visitors did becomes sessions. */
  visits: 3,
  /** Nobody waits for these: removing what is old or unused. */
  upkeep: 3,
} as const;

/**
 * Jobs of these lanes wait for other servers for seconds. One tenant must not hold all slots meanwhile, so some always stay free.
 */
export const lanesWithRoom: readonly string[] = ["sending", "probing"] satisfies Lane[];

export type Lane = keyof typeof laneSlots;
export const lanes = Object.keys(laneSlots) as Lane[];
