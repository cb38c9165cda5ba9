import { resumeSession } from "./session";

/** Imported before all else, so that the answer is on its way while the other modules are evaluated. */
export const resuming = resumeSession();

// Whoever waits for it handles a failure; until then it is nobody's.
resuming.catch(() => {});
