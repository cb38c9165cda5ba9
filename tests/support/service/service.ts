import { afterAll, beforeAll } from "bun:test";
import { defaultMaxUploadBytes } from "../../../contract";
import type { ModelConfig } from "../../../server/answers/model/writer";
import type { Site } from "../../../server/context";
import { openFiles } from "../../../server/files/open";
import type { Files } from "../../../server/files/port";
import { startService } from "../../../server/main";
import type { ResolveHost } from "../../../server/outgoing/host-resolver";
import type { OutgoingRules } from "../../../server/outgoing/outgoing-rules";
import type { Service } from "../../../server/startup/service";
import { openDatabase } from "../../../server/storage/open";
import type { Database } from "../../../server/storage/port";
import { createLog, type Log } from "../../../server/telemetry/log";
import { withClock } from "../database/database-clock";
import { createStorage, type Engine, type Storage } from "../database/engines";
import { createObedientDns, type Dns } from "../network/dns";
import { Api, serviceLogs } from "./api";

export const installationKey = "the installation key of all tests";

export interface TestService {
  origin: string;
  /** Where visitors are answered, as whoever the Host header says. */
  pagesOrigin: string;
  db: Database;
  storage: Storage;
  files: Files;
  service: Service;
  /** A client of the default tenant with every scope. */
  api: Api;
  clock(): number;
  log: Log;
  /** Lets time pass for the service and its database. */
  advance(milliseconds: number): void;
  /** Sets the service's clock forward or back, while no time passes. */
  stepClock(milliseconds: number): void;
  /** What the service asks for a domain's records, unless it was given another. */
  dns: Dns;
  /** What the service logged. */
  logged: string[];
  stop(): Promise<void>;
}

interface Options {
  rateLimit?: number;
  resolveTxt?: Site["resolveTxt"];
  /** False: nothing is built until the test does it (`JobsByHand`). */
  runsJobs?: boolean;
  maxUploadBytes?: number;
  trustedProxies?: readonly string[];
  /** Time passes for the service only by `advance`. */
  isClockStopped?: boolean;
  outgoingRules?: OutgoingRules;
  resolveHost?: ResolveHost;
  webhookCa?: string;
  /** Default: questions are answered with quotations. */
  model?: ModelConfig;
  /** Default: an empty database of its own. */
  storage?: Storage;
}

/** The real service on a real socket of the loopback, in this process, over an empty database. */
export async function startTestService(
  engine: Engine,
  {
    rateLimit = 0,
    maxUploadBytes = defaultMaxUploadBytes,
    trustedProxies = [],
    resolveTxt,
    runsJobs = true,
    isClockStopped = false,
    storage: given,
    ...outgoing
  }: Options = {},
): Promise<TestService> {
  const storage = given ?? (await createStorage(engine, { hasTables: true }));
  const [now, elapsed] = isClockStopped ? [stopped(Date.now), stopped(monotonicNow)] : [Date.now, monotonicNow];
  let ahead = 0;
  let stepped = 0;
  const db = withClock(openDatabase(storage), () => ahead);
  const logged: string[] = [];
  serviceLogs.add(logged);
  const clock = () => now() + ahead + stepped;
  const monotonic = () => elapsed() + ahead;
  const log = createLog((text) => logged.push(text), clock);
  const urls = { publicUrl: "http://foyer.test", pagesUrl: "http://pages.foyer.test" };
  const dns = createObedientDns(db);
  const files = openFiles({ dataFolder: storage.dataFolder, s3: undefined });
  const parts = {
    db,
    files,
    log,
    clock,
    monotonic,
    rateLimit,
    trustedProxies,
    maxUploadBytes,
    ...urls,
    runsJobs,
    resolveTxt: resolveTxt ?? dns.resolveTxt,
    secret: installationKey,
    dataFolder: storage.dataFolder,
    outgoingRules: { http: false, ports: [], networks: [] },
    resolveHost: noSuchHost,
    ...outgoing,
  };
  const service = await startService({ ...parts, apiKey: undefined });
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    maxRequestBodySize: 64 * 1_048_576,
    idleTimeout: 30,
    fetch: service.app,
  });
  const pagesServer = Bun.serve({ port: 0, hostname: "127.0.0.1", idleTimeout: 30, fetch: service.visitors.answer });
  const origin = `http://127.0.0.1:${server.port}`;
  return {
    origin,
    pagesOrigin: `http://127.0.0.1:${pagesServer.port}`,
    db,
    storage,
    files,
    service,
    api: new Api(origin, service.firstKey as string),
    clock,
    log,
    advance: (milliseconds) => {
      ahead += milliseconds;
    },
    stepClock: (milliseconds) => {
      stepped += milliseconds;
    },
    dns,
    logged,
    async stop() {
      service.drain();
      await Promise.all([server.stop(true), pagesServer.stop(true)]);
      await service.close();
      log.flush();
      serviceLogs.delete(logged);
      await storage.remove();
    },
  };
}

const monotonicNow = () => performance.now();

function stopped(clock: () => number): () => number {
  const at = Math.floor(clock());
  return () => at;
}

/** Tests reach no other machine. */
async function noSuchHost(host: string): Promise<string[]> {
  throw Object.assign(new Error(`No ${host} in tests`), { code: "ENOTFOUND" });
}

/** One service for a whole `describe`, started before its first test and stopped after its last. */
export function useService(engine: Engine, options: Options = {}): () => TestService {
  let running: TestService;
  beforeAll(async () => {
    running = await startTestService(engine, options);
  }, 60_000);
  afterAll(() => running?.stop());
  return () => running;
}
