import { type Config, describeSettings, readConfig, WrongConfig } from "./config";
import type { App } from "./http/app";
import { createLog } from "./log";
import { type Service, startService } from "./start";
import { openDatabase } from "./storage/open";
import { Unavailable } from "./storage/port";

const databasePatienceMs = 30_000;
const databaseRetryMs = 250;
const idleTimeoutSeconds = 30;
const drainMs = 2_000;
const stopMs = 9_500;
/** Far above what any operation takes: those answer 413 in words, this is for the rest. */
const maxRequestBytes = 64 * 1_048_576;

const clock = Date.now;
const log = createLog((text) => process.stdout.write(text), clock);

if (process.argv.includes("--help")) {
  console.log(
    `Foyer: web pages and the audiences attached to them\n\n  npm start\n\nSettings, all optional, from the environment:\n${describeSettings()}`,
  );
} else {
  await main();
}

async function main(): Promise<void> {
  const config = configOrExit();
  // The port first: a start that fails on it must not have made, and lost, the first key.
  const server = listen(config, answerStarting);
  const service = await startWhenReachable(config);
  server.reload({ fetch: service.app });
  announce(config, server.port as number, service.firstKey);

  let stopping = false;
  const stop = async () => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info("stopping");
    service.drain();
    setTimeout(() => process.exit(1), stopMs).unref();
    await idle(server, drainMs);
    server.stop();
    await idle(server, stopMs);
    server.stop(true);
    await service.close();
    log.info("stopped");
    log.flush();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

function configOrExit(): Config {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof WrongConfig)) throw error;
    console.error(
      `Foyer can't start:\n${error.wrong.map((line) => `  ${line}`).join("\n")}\n\nnpm start -- --help lists all settings.`,
    );
    process.exit(2);
  }
}

async function answerStarting(): Promise<Response> {
  return Response.json({ status: "starting" }, { status: 503, headers: { "retry-after": "1" } });
}

/** A database that is still coming up is waited for, for a while. */
async function startWhenReachable(config: Config): Promise<Service> {
  const db = openDatabase(config);
  const patientUntil = performance.now() + databasePatienceMs;
  for (;;) {
    try {
      return await startService({
        db,
        log,
        clock,
        rateLimit: config.rateLimit,
        publicUrl: config.publicUrl,
        apiKey: config.apiKey,
      });
    } catch (error) {
      if (!(error instanceof Unavailable) || performance.now() > patientUntil) {
        log.error("can't start", error);
        process.exit(1);
      }
      log.info("waiting for the database", { reason: String(error.cause ?? error) });
      await new Promise((turn) => setTimeout(turn, databaseRetryMs));
    }
  }
}

function listen(config: Config, app: App) {
  try {
    return Bun.serve({
      hostname: config.host,
      port: config.port,
      idleTimeout: idleTimeoutSeconds,
      maxRequestBodySize: maxRequestBytes,
      development: false,
      fetch: app,
    });
  } catch (error) {
    console.error(
      `Foyer can't listen on ${config.host}:${config.port}: ${error instanceof Error ? error.message : error}. Set PORT to another port.`,
    );
    process.exit(1);
  }
}

function announce(config: Config, port: number, firstKey: string | undefined): void {
  const origin = config.port === 0 ? `http://${config.host}:${port}` : config.publicUrl;
  log.info("listening", { url: origin, database: config.databaseUrl === undefined ? "sqlite" : "postgres" });
  log.flush();
  if (firstKey === undefined) return;
  process.stdout.write(`
Foyer is ready. Your first API key, shown this once:

  ${firstKey}

Try it:

  curl ${origin}/v0/persons -H 'x-api-key: ${firstKey}' \\
    -H 'content-type: application/json' -d '{"name":"Ada Lovelace","email":"ada@acme.com"}'

The reference is at ${origin}/docs

`);
}

async function idle(server: { pendingRequests: number }, forMs: number): Promise<void> {
  const until = performance.now() + forMs;
  while (server.pendingRequests > 0 && performance.now() < until) await new Promise((turn) => setTimeout(turn, 10));
}
