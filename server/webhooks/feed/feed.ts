import type { Site } from "../../context";
import { Pace } from "../../event-loop/pace";
import { eventsChannel } from "../../events/record";
import { WakeUp } from "../../jobs/wake-up";
import type { IdPrefix } from "../../records/ids";
import { type Database, Unavailable } from "../../storage/port";
import type { Log } from "../../telemetry/log";
import { addDeliveries, hasUndelivered } from "./add-deliveries";
import { hasUnnumbered, numberEvents } from "./number-events";

/** For missed wake-ups. */
const pollMs = 1_000;
/** The wait while another process numbers events: that process may have started before our event was committed. */
const lockedRetryMs = 10;
/** While changes follow each other, their events are numbered together: each transaction costs a commit, for which the next change waits. */
const numberEveryMs = 50;
const stopMs = 1_000;
/**
 * While many requests come in, adding deliveries takes a few hundredths of the event loop's time: they are not needed before they
 * are sent. Several events are added at once, because one takes as many statements as many.
 */
const deliveriesPerSecondWhileBusy = 1_000;
const gatherMs = 250;
/** Half of what is gathered. */
const minDeliveriesAtOnce = (deliveriesPerSecondWhileBusy * gatherMs) / 1_000 / 2;
/** The wait for room for more deliveries. */
const pacedRetryMs = 20;

interface FeedOptions {
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
  let lastNumbered = "";
  let numberedAt = Number.NEGATIVE_INFINITY;
  let lastDelivered = "";
  const pace = new Pace(deliveriesPerSecondWhileBusy, gatherMs);
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
      const tooEarlyMs = numberedAt + numberEveryMs - performance.now();
      if (waitMs > 0 && tooEarlyMs > 0 && !isStopping) await new Promise((resolve) => setTimeout(resolve, tooEarlyMs));
    }
  }

  async function turn(isSure: boolean): Promise<number> {
    try {
      // Two transactions, so that a failure in one tenant's deliveries does not stop the numbering of all events.
      const waits = [await number(isSure), await deliver()];
      isReachable = true;
      return Math.min(...waits);
    } catch (error) {
      if (!(error instanceof Unavailable)) log.error("events can't be numbered", error);
      else if (isReachable) log.info("new events wait for the database", { reason: error.message });
      isReachable = false;
      return pollMs;
    }
  }

  /** Unless `isSure` that there are new events, it checks first: a read is cheaper than a transaction. */
  async function number(isSure: boolean): Promise<number> {
    if (!isSure && !(await hasUnnumbered(db))) return pollMs;
    const numbered = await numberEvents(db, lastNumbered);
    if (numbered === "locked") return lockedRetryMs;
    numberedAt = performance.now();
    lastNumbered = numbered.lastTenant;
    return numbered.isMore ? 0 : pollMs;
  }

  async function deliver(): Promise<number> {
    if (!(await hasUndelivered(db))) return pollMs;
    const { room } = pace;
    if (room < minDeliveriesAtOnce) return pacedRetryMs;
    const added = await db.transaction((tx) =>
      addDeliveries({ db: tx, dialect: db.dialect, now: clock(), newId, site }, room, lastDelivered),
    );
    if (added === "locked") return lockedRetryMs;
    lastDelivered = added.lastTenant;
    pace.use(added.work);
    return added.isMore ? 0 : pollMs;
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
