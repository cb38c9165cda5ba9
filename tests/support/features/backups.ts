import { afterAll } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { CommandContext } from "../../../cli/command";
import { backup } from "../../../cli/commands/backup";
import { restore } from "../../../cli/commands/restore";
import { createIds } from "../../../server/records/ids";
import type { StoredRows } from "../../../server/storage/backup";
import { openDatabase } from "../../../server/storage/open";
import type { Database } from "../../../server/storage/port";
import { createStorage, type Engine, type Storage } from "../database/engines";
import type { Api } from "../service/api";

/** Where the backups of a test file go, until its last test. */
export function useBackupFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "foyer-backup-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The command as a process of its own. */
export async function foyer(storage: Storage, ...words: string[]): Promise<{ code: number; stderr: string }> {
  const child = Bun.spawn([process.execPath, "cli/main.ts", ...words], {
    cwd: join(import.meta.dir, "../../.."),
    env: { PATH: process.env.PATH ?? "", ...storage.environment },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [code, stderr] = await Promise.all([child.exited, new Response(child.stderr).text()]);
  return { code, stderr };
}

/** Persons, a log and a topic, with text that is easily spoiled on the way. */
export async function fill(api: Api): Promise<void> {
  for (const name of ["Zoë\u2028Ünïcödé", "日本 😀", 'quote " \\ \n new line', "e\u0301"]) {
    const { personId } = await api.call("createPerson", {
      body: { name, email: `p${name.length}@acme.com` },
      headers: { "idempotency-key": `person ${name.length}` },
    });
    await api.call("updatePerson", { params: { person_id: personId }, body: { phoneNumber: "+4915112345678" } });
  }
  const [account] = (await api.call("listAccounts", {})).items;
  const account_id = account?.accountId as string;
  const long = { source: "crm", type: "note", payload: { text: "long ".repeat(60_000) } };
  await api.call("createAccountLog", { params: { account_id }, body: long, headers: { "idempotency-key": "long" } });
  const payload = { deep: [{ number: 1.5, nothing: null, yes: true, text: "\u2029" }] };
  await api.call("createAccountLog", { params: { account_id }, body: { source: "crm", type: "note", payload } });
  const { topicId } = await api.call("createTopic", { body: { title: "Pricing", sortOrder: Number.MAX_SAFE_INTEGER } });
  const content = { type: "text", content: "x".repeat(100_000) };
  await api.call("createTopicEntry", { params: { topic_id: topicId }, body: { content } });
}

export function takeBackup(db: Database, file: string) {
  return backup.run(contextOf(db), { positionals: [file], options: { force: true } });
}

export function restoreBackup(db: Database, file: string, replace = false) {
  return restore.run(contextOf(db), { positionals: [file], options: { replace } });
}

function contextOf(db: Database): CommandContext {
  const keySource = { secret: undefined, dataFolder: "" };
  return { now: Date.now(), newId: createIds(Date.now), keySource, database: async () => db };
}

export async function onEmptyDatabase(engine: Engine, work: (db: Database) => Promise<void>): Promise<void> {
  const storage = await createStorage(engine, { hasTables: true });
  const db = openDatabase(storage);
  try {
    await work(db);
  } finally {
    await db.close();
    await storage.remove();
  }
}

export async function allRows(content: AsyncIterable<StoredRows>) {
  const pages = await Array.fromAsync(content);
  return pages.flatMap(({ table, rows }) =>
    rows.filter((row) => !isOfInstallation(table, row)).map((values) => ({ table, values })),
  );
}

/**
 * Not restored: the key of an installation where nothing is encrypted with it, and the place of its files. A recurring job notes what
 * it has done.
 */
export function isOfInstallation(table: string, { name }: Record<string, unknown>): boolean {
  return table === "installation" && ["key fingerprint", "file store", "visit rules"].includes(String(name));
}

/** For lists that are too long to be shown. */
export function firstDifference(found: readonly unknown[], expected: readonly unknown[]): unknown {
  const length = Math.max(found.length, expected.length);
  const at = Array.from({ length }, (_, index) => index).find((index) => !Bun.deepEquals(found[index], expected[index]));
  return at === undefined ? undefined : { at, found: found[at], expected: expected[at] };
}

export function linesOf(file: string): string[] {
  return gunzipSync(readFileSync(file)).toString().trimEnd().split("\n");
}
