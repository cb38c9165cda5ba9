import type { Site } from "../context";
import { Pace } from "../event-loop/pace";
import { eventsChannel } from "../events/record";
import { WakeUp } from "../jobs/wake-up";
import type { IdPrefix } from "../records/ids";
import { type Database, Unavailable } from "../storage/port";
import type { Log } from "../telemetry/log";
import { hasUndelivered } from "./add-deliveries";
import { advanceFeed } from "./advance-feed";
import { hasUnnumbered } from "./number-events";

/** For missed wake-ups. */
const pollMs = 1_000;
/** The wait while another process numbers events: that process may have started before our event was committed. */
const lockedRetryMs = 10;
const stopMs = 1_000;
/** The wait for room for more deliveries. */
const pacedMs = 10;
/** Some hundredths of the event loop's time. They are not needed sooner than they are sent. */
const deliveriesPerSecondWhileBusy = 3_000;

export interface FeedOptions {
  db: Database;
  log: Log;
  clock: () => number;
  newId: (prefix: IdPrefix) => string;
  site: Site;
}

/** Gives new events their positions and adds their deliveries. Every process runs this, and a lock lets one at a time through. */
export function startFeed({ db, log, clock, newId, site }: FeedOptions): { stop(): Promise<void> } {
  const wakeUp = new WakeUp();
  let isStopping = false;
  let isReachable = true;
  let lastTenant = "";
  const pace = new Pace(deliveriesPerSecondWhileBusy);
  const stopListening = db.listen(
    eventsChannel,
    () => wakeUp.wake(),
    () => wakeUp.wake(),
  );
  const ended = loop();

  async function loop(): Promise<void> {
    let isSure = false;
    while (!isStopping) {
      wakeUp.clear();
      const waitMs = await turn(isSure);
      isSure = waitMs === 0 || isStopping || (await wakeUp.sleep(waitMs));
    }
  }

  /** Unless `isSure` that there are new events, it checks first: a read is cheaper than a transaction. */
  async function turn(isSure: boolean): Promise<number> {
    try {
      if (!isSure && !(await hasUnnumbered(db)) && !(await hasUndelivered(db))) return pollMs;
      const { room } = pace;
      const advance = await db.transaction((tx) =>
        advanceFeed({ db: tx, dialect: db.dialect, now: clock(), newId, site }, room, lastTenant),
      );
      isReachable = true;
      if (!advance) return lockedRetryMs;
      lastTenant = advance.lastTenant;
      pace.use(advance.deliveries);
      if (advance.hasUnnumbered) return 0;
      if (!advance.hasUndelivered) return pollMs;
      return pace.room > 0 ? 0 : pacedMs;
    } catch (error) {
      if (!(error instanceof Unavailable)) log.error("events can't be numbered", error);
      else if (isReachable) log.info("new events wait for the database", { reason: error.message });
      isReachable = false;
      return pollMs;
    }
  }

  return {
    async stop() {
      isStopping = true;
      stopListening();
      wakeUp.wake();
      // A database that does not answer must not delay the stop: closing it ends what waits.
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, stopMs))]);
    },
  };
}
