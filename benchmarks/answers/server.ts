import { startService } from "../../server/main";
import { runProgram } from "../../server/startup/run-program";

/** How many minutes of the limits on questions pass in a second. */
const minutesPerSecond = 10;

/** The service by clocks that hurry: otherwise a tenant's limit on questions would be measured. */
const startedAt = Date.now();
const hurried = (passedMs: number) => passedMs * 60 * minutesPerSecond;
const clock = () => startedAt + hurried(Date.now() - startedAt);
const monotonic = () => hurried(performance.now());

await runProgram((options) => startService({ ...options, clock, monotonic }));
