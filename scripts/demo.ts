import { join } from "node:path";
import { createClient } from "../client";
import { type Config, readConfig, settings, WrongConfig } from "../server/config";
import { openFiles } from "../server/files/open";
import { startService } from "../server/main";
import { listen, reachableHost, refusedHost, refusedPort } from "../server/startup/listener";
import { runtimeOptions } from "../server/startup/runtime-options";
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

// As the service's own, the demo's data is for this user alone.
process.umask(0o077);
const config = configOrExit();
const urls = {
  publicUrl: config.publicUrl ?? `http://${reachableHost(config.host)}:${config.port}`,
  pagesUrl: config.pagesUrl ?? `http://${reachableHost(config.host)}:${config.pagesPort}`,
};
const dataFolder = demoFolderBeside(config.dataFolder);
// A demo that still runs would lose its files.
const refusal = (await refusedHost(config.host)) ?? refusedPorts();
if (refusal !== undefined) exitWith(refusal, 1);
try {
  emptyDemoFolder(dataFolder);
} catch (error) {
  exitWith((error as Error).message, 1);
}
const started = performance.now();
const key = await makeDemo();
console.log(`
A month of a small company in ${dataFolder}, made in ${((performance.now() - started) / 1_000).toFixed(1)} s. Sign in to the console at
${urls.publicUrl}/console with this key:

  ${key}
`);
process.exit(process.argv.includes("--serve") ? await serve() : 0);

function configOrExit(): Config {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof WrongConfig)) throw error;
    return exitWith(error.wrong.join("\n"), 2);
  }
}

function exitWith(why: string, code: number): never {
  console.error(why);
  process.exit(code);
}

/** Why one of the ports can't be listened on. */
function refusedPorts(): string | undefined {
  const { host, port, pagesPort } = config;
  for (const [setting, taken] of [
    ["PORT", port],
    ["PAGES_PORT", pagesPort],
  ] as const) {
    const where = { host, port: taken, setting, maxBodyBytes: 0 };
    try {
      listen(where, () => Promise.resolve(new Response())).stop(true);
    } catch (error) {
      return refusedPort(error, where);
    }
  }
  return undefined;
}

/** The demo's data alone, whatever database and bucket the installation has. */
function serve(): Promise<number> {
  // Empty and not left out: the runtime takes what is missing from the file .env.
  const elsewhere = settings.filter(({ name }) => name === "DATABASE_URL" || name.startsWith("FOYER_S3_"));
  const none = Object.fromEntries(elsewhere.map(({ name }) => [name, ""]));
  const server = Bun.spawn([process.execPath, join(import.meta.dir, "../server/main.ts")], {
    env: { ...runtimeOptions, ...process.env, ...none, FOYER_DATA: dataFolder },
    stdio: ["inherit", "inherit", "inherit"],
  });
  // A terminal tells both of an interruption; a process manager tells this one alone that it should end.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => server.kill("SIGTERM"));
  return server.exited;
}

/** A month of a small company, made anew each time by the service itself, whose clock begins a month ago. */
async function makeDemo(): Promise<string> {
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
