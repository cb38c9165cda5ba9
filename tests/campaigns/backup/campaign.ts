import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readBackup } from "../../../cli/backup/read";
import type { StorageConfig } from "../../../server/storage/open";
import { createStorage, type Engine, engines, type Storage } from "../../support/database/engines";
import { createRandom, type Random } from "../random";
import { CliProcess } from "./cli-process";
import { contentOf, type DatabaseContent, databaseContent, differences } from "./content";
import { addContent } from "./source";

/** When kills come, in shares of the time a command takes by itself: early, at any moment, and around its end. */
const killMoments = [
  [0, 0.4],
  [0, 1.1],
  [0.8, 1.3],
] as const;
const pollMs = 1;

export interface BackupReport {
  seed: number;
  kills: number;
  /** Backups that left no file, or the one that was there before. */
  cutOff: number;
  /** Backups that had put their file in place. */
  written: number;
  /** Restores that left the database as it was. */
  undone: number;
  /** Restores that were complete. */
  restored: number;
}

interface Campaign {
  engine: Engine;
  kills: number;
  seed: number;
  /** What the source gets before each of its backups. */
  writes?: number;
  progress?: (line: string) => void;
}

/** By turns `backup` is killed while it writes, and `restore` while it fills a database of either engine. */
export async function killBackups({ engine, kills, seed, writes = 800, progress }: Campaign): Promise<BackupReport> {
  const random = createRandom(seed);
  const report: BackupReport = { seed, kills: 0, cutOff: 0, written: 0, undone: 0, restored: 0 };
  const folder = mkdtempSync(join(tmpdir(), "foyer-backup-"));
  const storages: Storage[] = [];
  const emptyStorage = async (of: Engine) => {
    const storage = await createStorage(of);
    storages.push(storage);
    return storage;
  };
  try {
    const source = await emptyStorage(engine);
    const before = await takeBackup(source, join(folder, "before"), writes, random);
    const after = await takeBackup(source, join(folder, "after"), writes, random);
    const targets: Target[] = [];
    for (const of of engines) targets.push(await fillTarget(await emptyStorage(of), before));
    while (report.kills < kills) {
      const turn = report.kills >> 1;
      const moment = random.between(...(killMoments[turn % killMoments.length] as readonly [number, number]));
      if (report.kills % 2 === 0) {
        const replaced = random.pick([before, undefined]);
        const isNew = await killBackup({ source, file: join(folder, "killed", "file"), replaced, after, moment });
        report[isNew ? "written" : "cutOff"] += 1;
      } else {
        const target = targets[turn % targets.length] as Target;
        const isNew = await killRestore(target, target.holds === before ? after : before, moment);
        report[isNew ? "restored" : "undone"] += 1;
      }
      report.kills += 1;
      progress?.(backupSummary([report]));
    }
    for (const target of targets) await expectSameAfterReturn(target, await emptyStorage(engine), join(folder, "returned"));
    return report;
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    throw new Error(`After ${report.kills} kills, seed ${seed}: ${what}`, { cause: error });
  } finally {
    for (const storage of storages) await storage.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

export function backupSummary(reports: readonly BackupReport[]): string {
  const sum = (of: (report: BackupReport) => number) => reports.reduce((total, report) => total + of(report), 0);
  return (
    `${sum((r) => r.kills)} kills; backups: ${sum((r) => r.cutOff)} cut off, ${sum((r) => r.written)} written, every file whole; ` +
    `restores: ${sum((r) => r.undone)} undone, ${sum((r) => r.restored)} complete, every copy equal`
  );
}

interface Backup {
  file: string;
  content: DatabaseContent;
  /** From the first byte of the file to the end of the command. */
  writingMs: number;
}

/** The source has more in it each time. */
async function takeBackup(source: StorageConfig, file: string, writes: number, random: Random): Promise<Backup> {
  await addContent(source, writes, random);
  const command = new CliProcess(source, ["backup", file]);
  await untilWriting(command, file);
  const from = performance.now();
  await command.done();
  const writingMs = performance.now() - from;
  const content = await contentOf(readBackup(file));
  expectSame("A backup", content, await databaseContent(source));
  return { file, content, writingMs };
}

interface KilledBackup {
  source: StorageConfig;
  file: string;
  /** What is there before it. */
  replaced: Backup | undefined;
  after: Backup;
  moment: number;
}

/** Whether the file is the new one: it is whole in any case. */
async function killBackup({ source, file, replaced, after, moment }: KilledBackup): Promise<boolean> {
  const folder = dirname(file);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  if (replaced) copyFileSync(replaced.file, file);
  const command = new CliProcess(source, ["backup", file, "--force"]);
  await untilWriting(command, file);
  await pause(after.writingMs * moment);
  const isDone = await command.kill();
  const others = readdirSync(folder).filter((name) => name !== "file" && !name.endsWith(".partial"));
  if (others.length > 0) throw new Error(`A killed backup left ${others.join(", ")}`);
  const found = existsSync(file) ? await contentOf(readBackup(file)) : undefined;
  if (differences(found, after.content).length === 0) return true;
  expectSame("The file after a killed backup", found, replaced?.content);
  if (isDone) throw new Error("A backup ended with 0 and its file is not there");
  return false;
}

interface Target {
  storage: StorageConfig;
  holds: Backup;
  restoringMs: number;
}

async function fillTarget(storage: StorageConfig, backup: Backup): Promise<Target> {
  const from = performance.now();
  await new CliProcess(storage, ["restore", backup.file]).done();
  const restoringMs = performance.now() - from;
  expectSame("A restored database", await databaseContent(storage), backup.content);
  return { storage, holds: backup, restoringMs };
}

/** Whether the database holds the new content: it is the one or the other, row by row. */
async function killRestore(target: Target, backup: Backup, moment: number): Promise<boolean> {
  const command = new CliProcess(target.storage, ["restore", backup.file, "--replace"]);
  await pause(target.restoringMs * moment);
  const isDone = await command.kill();
  const found = await databaseContent(target.storage);
  if (differences(found, backup.content).length === 0) {
    target.holds = backup;
    return true;
  }
  expectSame("The database after a killed restore", found, target.holds.content);
  if (isDone) throw new Error("A restore ended with 0 and the database is as it was");
  return false;
}

/** From either engine back to that of the source. */
async function expectSameAfterReturn({ storage, holds }: Target, empty: StorageConfig, file: string): Promise<void> {
  await new CliProcess(storage, ["backup", file, "--force"]).done();
  await new CliProcess(empty, ["restore", file]).done();
  expectSame("A database that came back", await databaseContent(empty), holds.content);
}

function expectSame(what: string, found: DatabaseContent | undefined, wanted: DatabaseContent | undefined): void {
  const tables = differences(found, wanted);
  if (tables.length > 0) throw new Error(`${what} is not as it should be: ${tables.join(", ")}`);
}

async function untilWriting(command: CliProcess, file: string): Promise<void> {
  const isPartial = (name: string) => name.endsWith(".partial");
  while (!command.ended && !readdirSync(dirname(file)).some(isPartial)) await pause(pollMs);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((turn) => setTimeout(turn, milliseconds));
}
