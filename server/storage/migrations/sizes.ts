/** What the planner is told to expect, rough on purpose. */
export const many = 1_000_000;
export const ofATenant = 100_000;
