import { rmSync } from "node:fs";
import { createClient } from "../client";
import { readConfig } from "../server/config";
import { openFiles } from "../server/files/open";
import { startService } from "../server/main";
import { openDatabase } from "../server/storage/open";
import { createLog } from "../server/telemetry/log";
import { makeContent } from "./demo/content";
import { makePeople } from "./demo/people";
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
  let behindMs = days * dayMs;
  const clock = () => Date.now() - behindMs;
  const service = await startService({
    ...config,
    ...urls,
    ...storage,
    apiKey: undefined,
    rateLimit: 0,
    db: openDatabase(storage),
    files: openFiles(storage),
    log: createLog(() => {}, clock),
    clock,
    runsJobs: false,
  });
  const listener = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: service.app });
  const apiKey = service.firstKey as string;
  const client = createClient({ url: listener.url.href, apiKey });
  const content = await makeContent(client);
  const audiences = await makePeople(client, content.pageIds);
  const until = (at: number) => {
    behindMs = Math.min(behindMs, Math.max(0, Date.now() - at));
  };
  await makeVisits({ answer: service.visitors.answer, pagesUrl: urls.pagesUrl, clock, until, days }, audiences, content);
  await listener.stop(true);
  await service.close();
  return apiKey;
}
