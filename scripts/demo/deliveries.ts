import { IndexCache } from "../../server/answers/building/index-cache";
import { defaultKeptVersions } from "../../server/config";
import type { Site } from "../../server/context";
import { createPreviews } from "../../server/images/pool";
import { attemptJob, type JobServices } from "../../server/jobs/attempt";
import { claimJobs } from "../../server/jobs/claim";
import { kindsByName } from "../../server/jobs/job";
import type { Lane } from "../../server/jobs/lanes";
import { createGuardedClient } from "../../server/outgoing/guarded-client";
import type { OutgoingRules } from "../../server/outgoing/outgoing-rules";
import { type AddressRange, parseRange } from "../../server/outgoing/public-address";
import { createIds } from "../../server/records/ids";
import { openVault } from "../../server/secrets/installation-key";
import { installationSecret } from "../../server/secrets/installation-secret";
import { createSigner } from "../../server/secrets/signer";
import type { ServiceOptions } from "../../server/startup/service";
import type { Database } from "../../server/storage/port";
import { addDeliveries } from "../../server/webhooks/feed/add-deliveries";
import { numberEvents } from "../../server/webhooks/feed/number-events";
import { createOutlet } from "../../server/webhooks/sending/outlet";
import { probeReceiver, sendDeliveries } from "../../server/webhooks/sending/send-deliveries";

const loopback: OutgoingRules = { http: true, ports: "any", networks: [parseRange("127.0.0.0/8") as AddressRange] };
const sendingLanes: readonly Lane[] = ["sending", "probing"];

export interface Deliveries {
  /** Sends what is due. Returns how long until more is; undefined when nothing waits. */
  sendDue(): Promise<number | undefined>;
  close(): void;
}

/** What a running service does with events, one step at a time. `db` has the demo's clock. */
export async function createDeliveries(options: ServiceOptions, db: Database): Promise<Deliveries> {
  const { log, clock } = options;
  const client = createGuardedClient({ rules: loopback });
  const site: Site = {
    publicUrl: options.publicUrl,
    pagesUrl: options.pagesUrl,
    signer: createSigner(await installationSecret(db)),
    keptVersions: defaultKeptVersions,
    resolveTxt: async () => [],
    files: options.files,
    previews: createPreviews(options.files.scratch),
    vault: await openVault(db, options),
    outlet: createOutlet(client),
    indexes: new IndexCache(),
    limits: { requestsPerSecond: 0, uploadBytes: options.maxUploadBytes },
  };
  const newId = createIds(clock);
  const kinds = kindsByName([sendDeliveries, probeReceiver]);
  const services: JobServices = { db, log, clock, newId, site, kinds, recurring: [], stopped: new AbortController().signal };
  let claims = 0;

  const addAll = () =>
    db.transaction((tx) =>
      addDeliveries({ db: tx, dialect: db.dialect, now: clock(), newId, site }, Number.POSITIVE_INFINITY, ""),
    );

  const claim = () =>
    claimJobs(db, {
      demands: sendingLanes.map((lane) => ({ lane, atMost: 1, after: "" })),
      kinds: Object.keys(kinds),
      claimedBy: `the demo ${++claims}`,
    });

  return {
    async sendDue() {
      for (let numbered = await numberEvents(db); numbered === "locked" || numbered.isMore; numbered = await numberEvents(db));
      for (let added = await addAll(); added === "locked" || added.isMore; added = await addAll());
      for (;;) {
        const { lanes, nextInMs } = await claim();
        const jobs = lanes.flatMap((lane) => lane.jobs);
        if (jobs.length === 0 && nextInMs !== 0) return nextInMs;
        for (const job of jobs) await attemptJob(services, job);
      }
    },
    close() {
      client.close();
      site.previews.close();
    },
  };
}
