import { createStartingApp } from "../api/starting";
import { type Config, describeSettings, readConfig, WrongConfig } from "../config";
import type { Site } from "../context";
import { openFiles } from "../files/open";
import type { Files } from "../files/port";
import { openDatabase } from "../storage/open";
import { type Database, Unavailable } from "../storage/port";
import { createLog } from "../telemetry/log";
import { noticeResponse } from "../visitors/notices/notices";
import { type Fetch, idle, type Listener, type ListenerOptions, lastAnswer, listen } from "./listener";
import type { Service, StartService } from "./service";
import { welcome } from "./welcome";

const databasePatienceMs = 30_000;
const databaseRetryMs = 250;
const databaseLogMs = 5_000;
/** How long ready is seen red, at least, by whoever sends requests our way, before the port closes. */
const notReadyMs = 1_000;
const drainMs = 2_000;
const stopMs = 9_500;
/** Far above what a visitor can write into a form. */
const maxVisitorFormBytes = 1_048_576;
/** Far above what any operation takes: those answer 413 in words, this is for the rest. */
const maxExcessBytes = 64 * 1_048_576;

const clock = Date.now;
const log = createLog((text) => process.stdout.write(text), clock);

/** Reads the settings, opens what they name, serves until a signal, and stops in order. */
export async function runProgram(startService: StartService): Promise<void> {
  // Nobody else on this machine may read the database and the files.
  process.umask(0o077);
  if (process.argv.includes("--help")) {
    console.log(
      `Foyer: web pages and the audiences attached to them\n\n  npm start\n\nSettings, all optional, from the environment:\n${describeSettings()}`,
    );
  } else {
    await serve(startService);
  }
}

async function serve(startService: StartService): Promise<void> {
  const config = configOrExit();
  // The port first: a start that fails on it must not have made, and lost, the first key.
  const { host } = config;
  const server = listenOrExit(
    { ...config, setting: "PORT", maxBodyBytes: config.maxUploadBytes + maxExcessBytes },
    createStartingApp(clock),
  );
  const pagesServer = listenOrExit(
    { host, port: config.pagesPort, setting: "PAGES_PORT", maxBodyBytes: maxVisitorFormBytes },
    startingPages,
  );
  const publicUrl = config.publicUrl ?? `http://${reachable(host)}:${server.port}`;
  const pagesUrl = config.pagesUrl ?? `http://${reachable(host)}:${pagesServer.port}`;
  const service = await startWhenReachable(startService, config, { publicUrl, pagesUrl });
  server.reload({ fetch: service.app });
  pagesServer.reload({ fetch: service.visitors.answer });
  log.info("listening", {
    url: publicUrl,
    pagesUrl,
    host,
    port: server.port,
    pagesPort: pagesServer.port,
    database: engineOf(config),
  });
  log.flush();
  process.stdout.write(welcome(publicUrl, pagesUrl, service.firstKey));

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) exit(1);
    stopping = true;
    log.info("stopping", { signal });
    service.drain();
    // A request that has been read is answered, and its client told to send the next one elsewhere.
    server.reload({ fetch: lastAnswer(service.app) });
    pagesServer.reload({ fetch: lastAnswer(service.visitors.answer) });
    setTimeout(() => exit(1), stopMs).unref();
    // Someone at a keyboard is not waiting for a load balancer.
    if (signal === "SIGTERM") await new Promise((turn) => setTimeout(turn, notReadyMs));
    const servers = [server, pagesServer];
    await Promise.all(servers.map((each) => idle(each, drainMs)));
    for (const each of servers) each.stop();
    await Promise.all(servers.map((each) => idle(each, stopMs)));
    for (const each of servers) each.stop(true);
    await service.close();
    log.info("stopped");
    exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

function configOrExit(): Config {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof WrongConfig)) throw error;
    return refuse(`\n${error.wrong.map((line) => `  ${line}`).join("\n")}\n\nnpm start -- --help lists all settings.`, 2);
  }
}

function listenOrExit(where: ListenerOptions, fetch: Fetch): Listener {
  try {
    return listen(where, fetch);
  } catch (error) {
    const inUse = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    const advice = inUse
      ? `Something else is listening there: set ${where.setting} to another port`
      : "Set HOST to an address of this machine";
    return refuse(`can't listen on ${where.host}:${where.port}. ${advice}.`, 1);
  }
}

function startingPages(): Response {
  return noticeResponse({ status: 503, headers: { "retry-after": "1" } }, null);
}

/** A database that is still coming up is waited for, for a while. */
async function startWhenReachable(
  startService: StartService,
  config: Config,
  urls: Pick<Site, "publicUrl" | "pagesUrl">,
): Promise<Service> {
  const db = openOrExit(config);
  const files = openFilesOrExit(config);
  const patientUntil = performance.now() + databasePatienceMs;
  let silentUntil = 0;
  for (;;) {
    try {
      const { rateLimit, maxUploadBytes, pageCacheBytes, apiKey } = config;
      return await startService({ db, files, log, clock, rateLimit, maxUploadBytes, pageCacheBytes, ...urls, apiKey });
    } catch (error) {
      if (!(error instanceof Unavailable)) {
        log.error("can't start", error);
        return refuse("the error is in the log above.", 1);
      }
      const reason = error.cause instanceof Error ? error.cause.message : error.message;
      if (performance.now() > patientUntil) return refuse(`the database did not answer: ${reason}`, 1);
      if (performance.now() > silentUntil) {
        silentUntil = performance.now() + databaseLogMs;
        log.info("waiting for the database", { reason, database: hostOf(config) });
      }
      await new Promise((turn) => setTimeout(turn, databaseRetryMs));
    }
  }
}

function openOrExit(config: Config): Database {
  try {
    return openDatabase(config);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return refuse(`can't open the database in FOYER_DATA=${config.dataFolder}: ${reason}`, 1);
  }
}

function openFilesOrExit(config: Config): Files {
  try {
    return openFiles(config);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return refuse(`can't open the files in FOYER_DATA=${config.dataFolder}: ${reason}`, 1);
  }
}

function refuse(why: string, code: number): never {
  log.flush();
  console.error(`Foyer can't start: ${why}`);
  process.exit(code);
}

function exit(code: number): never {
  log.flush();
  process.exit(code);
}

/** An address to put into a browser, for one that only says "everywhere". */
function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

function engineOf({ databaseUrl }: Config): string {
  return databaseUrl === undefined ? "sqlite" : "postgres";
}

function hostOf({ databaseUrl, dataFolder }: Config): string {
  return databaseUrl === undefined ? dataFolder : new URL(databaseUrl).host;
}
