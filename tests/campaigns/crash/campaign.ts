import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StorageConfig } from "../../../server/storage/open";
import { PostgresServer } from "../../support/database/postgres";
import { createRandom, type Random } from "../random";
import { campaignKey, ServerProcess } from "../server-process";
import { transactionRetries } from "../transaction-retries";
import { Ledger } from "./ledger";
import { verify } from "./verify";
import { createAccounts, startWriters } from "./writers";

const readyWithinMs = 20_000;
const firstReadyWithinMs = 10_000;
const recoveredWithinMs = 5_000;
/** A kill comes a moment after so many acknowledged writes, however fast the machine is. */
const writesBeforeKill = [1, 400] as const;
const momentMs = [0, 15] as const;
const writingMs = 1_500;
/** Ready again, the last connections of the pool may still be on their way. */
const settlingMs = 500;
const writingAfterRecoveryMs = 300;
const outageMs = [0, 400] as const;
const refusedWithinMs = 6_000;
/** Of the kills that come before the server is ready, beside those under writers. */
const startKillShare = 0.2;
const startKillMs = [0, 150] as const;

export interface CrashReport {
  seed: number;
  kills: number;
  killsAtStart: number;
  acknowledged: number;
  unanswered: number;
  /** Until the moment before each kill. */
  transactionRetries: number;
  /** From spawn to ready; for a killed database, from its return to ready. */
  slowestReadyMs: number;
  /** The most processor time that a start took until it was ready. */
  mostReadyCpuMs: number;
}

interface Campaign {
  kills: number;
  seed: number;
  /** All limits of time are multiplied by this, for a machine that others use too. */
  patience?: number;
  progress?: (line: string) => void;
}

/** The service is killed under writers, again and again, over one database. */
export async function killService({
  storage,
  kills,
  seed,
  patience = 1,
  progress,
}: Campaign & { storage: StorageConfig }): Promise<CrashReport> {
  const random = createRandom(seed);
  const ledger = new Ledger();
  const report = emptyReport(seed);
  let accountIds: string[] | undefined;
  let server = new ServerProcess(storage);
  const untilReady = async () => {
    report.slowestReadyMs = Math.max(report.slowestReadyMs, await server.ready(readyWithinMs * patience));
    report.mostReadyCpuMs = Math.max(report.mostReadyCpuMs, server.cpuMs());
  };
  try {
    while (report.kills < kills) {
      // The very first start is always one of them: it is the one that migrates.
      if (report.kills + report.killsAtStart === 0 || random.next() < startKillShare) {
        await pause(random, startKillMs);
        await server.kill();
        report.killsAtStart += 1;
        server = new ServerProcess(storage);
      }
      await untilReady();
      await verify(server.origin, storage, ledger, random);
      accountIds ??= await createAccounts(server.origin);
      const writing = startWriters({ origin: server.origin, ledger, accountIds, outage: "no answer", random });
      await someWrites(ledger, random);
      report.transactionRetries += await transactionRetries(server);
      writing.outageBegins();
      await server.kill();
      await writing.stop();
      report.kills += 1;
      progress?.(`kill ${report.kills}: ${ledger.size} acknowledged, ${ledger.lost} unanswered`);
      server = new ServerProcess(storage);
    }
    await untilReady();
    await verify(server.origin, storage, ledger, random);
    return { ...report, acknowledged: ledger.size, unanswered: ledger.lost };
  } catch (error) {
    throw explained(error, seed, report.kills, server);
  } finally {
    await server.kill();
  }
}

/** The database is killed under writers and comes back, while the service runs on. */
export async function killDatabase({ kills, seed, patience = 1, progress }: Campaign): Promise<CrashReport> {
  const random = createRandom(seed);
  const ledger = new Ledger();
  const report = emptyReport(seed);
  const dataFolder = mkdtempSync(join(tmpdir(), "foyer-test-"));
  const postgres = await PostgresServer.start();
  const storage = { databaseUrl: await postgres.createDatabase("foyer"), dataFolder };
  const server = new ServerProcess(storage);
  try {
    await server.ready(firstReadyWithinMs * patience);
    const accountIds = await createAccounts(server.origin);
    while (report.kills < kills) {
      const writing = startWriters({ origin: server.origin, ledger, accountIds, outage: "503", random });
      await someWrites(ledger, random);
      writing.outageBegins();
      await postgres.kill();
      await pause(random, outageMs);
      await expectUnavailable(server, refusedWithinMs * patience);
      await postgres.launch();
      report.slowestReadyMs = Math.max(report.slowestReadyMs, await readyAgain(server, recoveredWithinMs * patience));
      await new Promise((turn) => setTimeout(turn, settlingMs));
      writing.outageEnds();
      await new Promise((turn) => setTimeout(turn, writingAfterRecoveryMs));
      await writing.stop();
      report.kills += 1;
      await verify(server.origin, storage, ledger, random);
      progress?.(`database kill ${report.kills}: ${ledger.size} acknowledged, ${ledger.lost} unanswered`);
    }
    report.transactionRetries = await transactionRetries(server);
    return { ...report, acknowledged: ledger.size, unanswered: ledger.lost };
  } catch (error) {
    throw explained(error, seed, report.kills, server);
  } finally {
    await server.kill();
    await postgres.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

function emptyReport(seed: number): CrashReport {
  return {
    seed,
    kills: 0,
    killsAtStart: 0,
    acknowledged: 0,
    unanswered: 0,
    transactionRetries: 0,
    slowestReadyMs: 0,
    mostReadyCpuMs: 0,
  };
}

/** Alive, not ready, and honest about it to a caller, once the last process of the killed server has noticed its end. */
async function expectUnavailable({ origin }: ServerProcess, withinMs: number): Promise<void> {
  const until = performance.now() + withinMs;
  const statusOf = async (path: string, headers = {}) =>
    (await fetch(origin + path, { headers, signal: AbortSignal.timeout(withinMs) })).status;
  const wanted: Record<string, number> = { "/healthz": 200, "/readyz": 503, "/v0/persons": 503 };
  for (const [path, status] of Object.entries(wanted)) {
    const ask = () => statusOf(path, { "x-api-key": campaignKey });
    let got = await ask();
    while (got === 200 && got !== status && performance.now() < until) got = await ask();
    if (got !== status) throw new Error(`Without its database the service answers ${path} with ${got}, not ${status}`);
  }
}

async function readyAgain(server: ServerProcess, withinMs: number): Promise<number> {
  const from = performance.now();
  while (!(await server.isReady())) {
    if (server.ended) throw new Error("The service ended with its database");
    if (performance.now() - from > withinMs) throw new Error(`The service did not recover within ${withinMs} ms`);
    await new Promise((turn) => setTimeout(turn, 10));
  }
  return performance.now() - from;
}

async function someWrites(ledger: Ledger, random: Random): Promise<void> {
  const enough = ledger.size + random.between(...writesBeforeKill);
  const until = performance.now() + writingMs;
  while (ledger.size < enough && performance.now() < until) await new Promise((turn) => setTimeout(turn, 1));
  await pause(random, momentMs);
}

async function pause(random: Random, [low, high]: readonly [number, number]): Promise<void> {
  await new Promise((turn) => setTimeout(turn, random.between(low, high)));
}

function explained(error: unknown, seed: number, kills: number, server: ServerProcess): Error {
  const what = error instanceof Error ? error.message : String(error);
  const gone = server.ended ? " (the server's process is gone)" : "";
  const text = `After ${kills} kills, seed ${seed}: ${what}${gone}\nThe server's last lines:\n${server.lastLines()}`;
  return new Error(text, { cause: error });
}
