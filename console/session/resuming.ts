import { resumeSession } from "./session";

/** Imported before all else, so that the answer is on its way while the other modules are evaluated. */
export const resuming = resumeSession();

// Whoever awaits it handles a failure; before that, a failure is no unhandled rejection.
resuming.catch(() => {});
