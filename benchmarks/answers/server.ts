import { startService } from "../../server/main";
import { runProgram } from "../../server/startup/run-program";

/** How many minutes of the limits on questions pass in a second. */
const minutesPerSecond = 10;

/** The service with limits by a clock that hurries: otherwise a tenant's limit on questions would be measured. */
const monotonic = () => performance.now() * 60 * minutesPerSecond;

await runProgram((options) => startService({ ...options, monotonic }));
