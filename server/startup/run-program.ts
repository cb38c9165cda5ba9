import { maxFormFileBytes } from "../../contract/visits/visitor-forms";
import { createStartingApp } from "../api/starting";
import {
  type Config,
  describeSettings,
  readConfig,
  settings,
  unknownSettings,
  unsetRuntimeOptions,
  WrongConfig,
} from "../config";
import type { Site } from "../context";
import { Arrivals } from "../event-loop/arrivals";
import { openFiles } from "../files/open";
import type { Files } from "../files/port";
import { WrongFileStore } from "../files/store-mark";
import { WrongInstallationKey } from "../secrets/installation-key";
import { openDatabase, signsOfLoss } from "../storage/open";
import { type Database, Unavailable } from "../storage/port";
import { isRefusedByServer } from "../storage/postgres/errors";
import { isDamage } from "../storage/sqlite/file-watch";
import { createLog } from "../telemetry/log";
import { noticeResponse } from "../visitors/notices/notices";
import {
  type Fetch,
  type Listener,
  type ListenerOptions,
  lastAnswer,
  listen,
  reachableHost,
  refusedHost,
  refusedPort,
  throughArrivals,
  untilIdle,
} from "./listener";
import { watchMemory } from "./memory-watch";
import { nearestWord } from "./nearest-word";
import type { Service, StartService } from "./service";
import { welcome } from "./welcome";

const databasePatienceMs = 30_000;
const databaseRetryMs = 250;
const databaseLogMs = 5_000;
/** How long `/readyz` fails before the port closes, so that load balancers notice. */
const notReadyMs = 1_000;
const drainMs = 2_000;
/** How long requests may still take once the ports are closed. */
const answerMs = 3_000;
/** How long the answers to failed requests may take once the database is closed. */
const lastAnswerMs = 500;
const stopMs = 9_500;
/** More than a visitor's form can hold with its files. */
const maxVisitorFormBytes = maxFormFileBytes + 1_048_576;
/** Operations answer 413 themselves for bodies up to this much above their limit; larger ones are cut off. */
const maxExcessBytes = 64 * 1_048_576;

const clock = Date.now;
const log = createLog((text) => process.stdout.write(text), clock);

/** Serves until a signal, then stops in order. */
export async function runProgram(startService: StartService): Promise<void> {
  // The database and the files are for this user alone.
  process.umask(0o077);
  const words = process.argv.slice(2);
  if (words.includes("--help")) {
    console.log(
      `Foyer: web pages and the audiences attached to them\n\n  npm start\n\nSettings, all optional, from the environment:\n${describeSettings()}`,
    );
    return;
  }
  if (words.length > 0) {
    refuse(
      `"${words[0]}" is unknown. Settings are in the environment, as in PORT=9000 npm start; npm start -- --help lists them.`,
      2,
    );
  }
  await serve(startService);
}

async function serve(startService: StartService): Promise<void> {
  const config = configOrExit();
  warnOfUnknownSettings();
  warnOfUnsetOptions();
  watchMemory();
  // Takes the ports first: if that failed later, the first key would be made but never shown.
  const { host } = config;
  const refusal = await refusedHost(host);
  if (refusal !== undefined) refuse(refusal, 1);
  const server = listenOrExit(
    { ...config, setting: "PORT", maxBodyBytes: config.maxUploadBytes + maxExcessBytes },
    createStartingApp(clock),
  );
  const pagesServer = listenOrExit(
    { host, port: config.pagesPort, setting: "PAGES_PORT", maxBodyBytes: maxVisitorFormBytes },
    startingPages,
  );
  const publicUrl = config.publicUrl ?? `http://${reachableHost(host)}:${server.port}`;
  const pagesUrl = config.pagesUrl ?? `http://${reachableHost(host)}:${pagesServer.port}`;
  const service = await startWhenReachable(startService, config, { publicUrl, pagesUrl });
  const arrivals = new Arrivals();
  const [answer, answerVisitor] = [throughArrivals(arrivals, service.app), throughArrivals(arrivals, service.visitors.answer)];
  server.reload({ fetch: answer });
  pagesServer.reload({ fetch: answerVisitor });
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
    // Requests that arrive now are answered, and their connections closed.
    server.reload({ fetch: lastAnswer(answer) });
    pagesServer.reload({ fetch: lastAnswer(answerVisitor) });
    setTimeout(() => exit(1), stopMs).unref();
    // Ctrl+C needs no wait for load balancers.
    if (signal === "SIGTERM") await new Promise((turn) => setTimeout(turn, notReadyMs));
    const servers = [server, pagesServer];
    await Promise.all(servers.map((each) => untilIdle(each, drainMs)));
    for (const each of servers) each.stop();
    await Promise.all(servers.map((each) => untilIdle(each, answerMs)));
    // Requests that wait for a database that does not answer fail now and are answered.
    await service.close();
    await Promise.all(servers.map((each) => untilIdle(each, lastAnswerMs)));
    for (const each of servers) each.stop(true);
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

/** A misspelt setting is ignored: another program's may begin with the same letters. */
function warnOfUnknownSettings(): void {
  for (const name of unknownSettings()) {
    const meant = nearestWord(name, settings.map((setting) => setting.name)); // biome-ignore format: short
    log.warn(`${name} is not a setting, and ignored`, { nearest: meant });
  }
}

function warnOfUnsetOptions(): void {
  const unset = unsetRuntimeOptions();
  if (unset.length === 0) return;
  log.warn(
    `${unset.join(" ")} is not in the environment, where .env is too late: others wait longer while one tenant sends much`,
  );
}

function listenOrExit(where: ListenerOptions, fetch: Fetch): Listener {
  try {
    return listen(where, fetch);
  } catch (error) {
    return refuse(refusedPort(error, where), 1);
  }
}

function startingPages(): Response {
  return noticeResponse({ status: 503, headers: { "retry-after": "1" } }, null);
}

/** Waits a while for a database that is still starting. */
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
      return await startService({ ...config, ...urls, db, files, log, clock });
    } catch (error) {
      if (error instanceof WrongInstallationKey || error instanceof WrongFileStore) return refuse(`${error.message}.`, 1);
      if (!(error instanceof Unavailable)) {
        if (isRefusedByServer(error)) return refuse(`the database refuses it: ${error.message}. Check DATABASE_URL.`, 1);
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

const waysBack =
  "Put the file back from a copy, or restore a backup (npm run foyer -- restore FILE). To begin anew, set FOYER_DATA to an empty folder.";

function openOrExit(config: Config): Database {
  try {
    const signs = signsOfLoss(config);
    if (signs !== undefined) return refuse(`${signs}.\n${waysBack}`, 1);
    return openDatabase(config);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const ways = isDamage(error) ? `.\n${waysBack}` : "";
    return refuse(`can't open the database in FOYER_DATA=${config.dataFolder}: ${reason}${ways}`, 1);
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

function engineOf({ databaseUrl }: Config): string {
  return databaseUrl === undefined ? "sqlite" : "postgres";
}

function hostOf({ databaseUrl, dataFolder }: Config): string {
  return databaseUrl === undefined ? dataFolder : new URL(databaseUrl).host;
}
