import { rmSync } from "node:fs";
import { createClient } from "../client";
import { readConfig } from "../server/config";
import { openFiles } from "../server/files/open";
import { startService } from "../server/main";
import type { ServiceOptions } from "../server/startup/service";
import { openDatabase } from "../server/storage/open";
import { createLog } from "../server/telemetry/log";
import { DemoClock } from "./demo/clock";
import { makeContent } from "./demo/content";
import { createDeliveries } from "./demo/deliveries";
import { makePeople } from "./demo/people";
import { startReceiver } from "./demo/receiver";
import { makeVisits } from "./demo/visits";

const dataFolder = "data-demo";
const dayMs = 86_400_000;
const days = 30;

const config = readConfig();
if (await isListening(config.port)) {
  console.error(`Something listens on port ${config.port} already: stop it, or set PORT and PAGES_PORT.`);
  process.exit(1);
}
const started = performance.now();
const key = await makeDemo();
console.log(`
A month of a small company, made in ${((performance.now() - started) / 1_000).toFixed(1)} s. Sign in to the console at
http://127.0.0.1:${config.port}/console with this key:

  ${key}
`);
process.exit(0);

/** A demo that still runs would lose its files. */
async function isListening(port: number): Promise<boolean> {
  try {
    await fetch(`http://127.0.0.1:${port}/healthz`);
    return true;
  } catch {
    return false;
  }
}

/** A month of a small company, made anew each time by the service itself, whose clock begins a month ago. */
async function makeDemo(): Promise<string> {
  rmSync(dataFolder, { recursive: true, force: true });
  const urls = {
    publicUrl: config.publicUrl ?? `http://127.0.0.1:${config.port}`,
    pagesUrl: config.pagesUrl ?? `http://127.0.0.1:${config.pagesPort}`,
  };
  const storage = { dataFolder, databaseUrl: undefined, s3: undefined };
  const clock = new DemoClock(days * dayMs);
  const options: ServiceOptions = {
    ...config,
    ...urls,
    ...storage,
    apiKey: undefined,
    rateLimit: 0,
    db: openDatabase(storage),
    files: openFiles(storage),
    log: createLog(() => {}, clock.now),
    clock: clock.now,
    runsJobs: false,
  };
  const service = await startService(options);
  const listener = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: service.app });
  const receiver = startReceiver(clock.now);
  const deliveries = await createDeliveries(options, clock.database(options.db));
  const until = async (at: number) => {
    let inMs = await deliveries.sendDue();
    while (inMs !== undefined && clock.now() + inMs < at) {
      clock.setForward(clock.now() + inMs);
      inMs = await deliveries.sendDue();
    }
    clock.setForward(at);
  };
  const apiKey = service.firstKey as string;
  const client = createClient({ url: listener.url.href, apiKey });
  await client.createWebhookSubscription({ body: { url: receiver.url, events: ["form.submitted", "question.asked"] } });
  const content = await makeContent(client);
  const audiences = await makePeople(client, content.pageIds);
  await makeVisits(
    { answer: service.visitors.answer, pagesUrl: urls.pagesUrl, clock: clock.now, until, days },
    audiences,
    content,
  );
  await until(Date.now());
  deliveries.close();
  await Promise.all([listener.stop(true), receiver.stop()]);
  await service.close();
  return apiKey;
}
