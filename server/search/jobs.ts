import { jobType } from "../jobs/job";

export const addToBlocksJob = jobType<{ kind: string }>("addToSearchBlocks", "upkeep");

/** How many records wait before they are put into a block: a search looks through their texts meanwhile. */
export const recordsAtOnce = 1_024;
