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
import { demoFolderBeside, emptyDemoFolder } from "./demo/folder";
import { makePeople } from "./demo/people";
import { startReceiver } from "./demo/receiver";
import { makeVisits } from "./demo/visits";

const dayMs = 86_400_000;
const days = 30;

const config = readConfig();
const dataFolder = demoFolderBeside(config.dataFolder);
if (await isListening(config.port)) {
  console.error(`Something listens on port ${config.port} already: stop it, or set PORT and PAGES_PORT.`);
  process.exit(1);
}
try {
  emptyDemoFolder(dataFolder);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
const started = performance.now();
const key = await makeDemo();
console.log(`
A month of a small company in ${dataFolder}, made in ${((performance.now() - started) / 1_000).toFixed(1)} s. Sign in to the console at
http://127.0.0.1:${config.port}/console with this key:

  ${key}
`);
process.exit(process.argv.includes("--serve") ? await serve() : 0);

/** The demo's data alone, whatever database and bucket the installation has. */
function serve(): Promise<number> {
  const server = Bun.spawn([process.execPath, "server/main.ts"], {
    env: { ...process.env, DATABASE_URL: undefined, FOYER_S3_ENDPOINT: undefined, FOYER_DATA: dataFolder },
    stdio: ["inherit", "inherit", "inherit"],
  });
  // A terminal tells both of an interruption; a process manager tells this one alone that it should end.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => server.kill("SIGTERM"));
  return server.exited;
}

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
  const content = await makeContent(client, new Date(clock.now()));
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
