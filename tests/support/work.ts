import { expect } from "bun:test";
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import type { Asset, AssetType, ProblemBody } from "../../contract";
import type { Writing } from "../../server/context";
import { createIds } from "../../server/ids";
import type { JobContext } from "../../server/jobs/job";
import { type JobName, type JobPayload, jobKinds } from "../../server/jobs/kinds";
import { createLog } from "../../server/log";
import { createPreviews } from "../../server/previews/pool";
import type { Site } from "../../server/site";
import { sql } from "../../server/storage/sql";
import type { Api } from "./api";
import { formType } from "./bad-forms";
import { createStorage, type Engine } from "./engines";
import { mp4, svg } from "./images";
import { type ServerProcess, spawnServer } from "./process";
import type { TestService } from "./service";
import { testSite } from "./site";
import { createTenant, type Tenant } from "./world";

const newId = createIds(Date.now);

interface JobRow {
  tenant_id: string;
  job_id: string;
  kind: string;
  payload: string;
  due_at: number;
}

/** Does a job's work on the service's own database and files. */
export async function runJob<Name extends JobName>(
  service: TestService,
  name: Name,
  tenantId: string,
  payload: JobPayload<Name>,
  now = Date.now(),
): Promise<void> {
  const { db, files } = service;
  const site: Site = { ...testSite, files, previews: createPreviews() };
  const change = <Result>(work: (ctx: Writing) => Promise<Result>) =>
    db.transaction((tx) => work({ db: tx, dialect: db.dialect, tenantId, now, newId, site }));
  const log = createLog(() => {}, Date.now);
  const ctx: JobContext = { tenantId, db, site, log, attempt: 1, clock: () => now, newId, step: change, finish: change };
  // The one place where a kind known by its name meets its payload.
  await (jobKinds[name].run as (ctx: JobContext, payload: JobPayload<Name>) => Promise<void>)(ctx, payload);
}

export function waitingJobs({ db }: TestService): Promise<JobRow[]> {
  return db.all(sql`SELECT tenant_id, job_id, kind, payload, due_at FROM jobs ORDER BY job_id`);
}

/** Runs and removes every job that is due by then, as a runner would. */
export async function runDueJobs(service: TestService, now = Date.now()): Promise<number> {
  const due = (await waitingJobs(service)).filter(({ due_at }) => due_at <= now);
  for (const { tenant_id, job_id, kind, payload } of due) {
    await runJob(service, kind as JobName, tenant_id, JSON.parse(payload), now);
    await service.db.transaction((tx) => tx.run(sql`DELETE FROM jobs WHERE tenant_id = ${tenant_id} AND job_id = ${job_id}`));
  }
  return due.length;
}

interface NewAsset {
  name?: string;
  tags?: string[];
  assetType?: AssetType;
}

/** What a test does with assets and their trash. */
export function useTrash(service: () => TestService) {
  let tenants = 0;
  /** Each test has a trash of its own. */
  const fresh = (): Promise<Tenant> => createTenant(service(), `trash ${(tenants += 1)}`);
  const create = (api: Api, body: NewAsset = {}): Promise<Asset> =>
    api.call("createAsset", { file: new File([body.assetType === "video" ? mp4() : svg], "a"), body });
  const discard = (api: Api, { assetId }: Asset): Promise<Asset> => api.call("deleteAsset", { params: { asset_id: assetId } });
  const restore = (api: Api, { assetId }: Asset): Promise<Asset> =>
    api.call("restoreAsset", { params: { asset_id: assetId }, body: {} });
  const trashed = async (api: Api, body: NewAsset = {}): Promise<Asset> => discard(api, await create(api, body));
  const search = (api: Api, query: { query?: string; assetType?: AssetType; limit?: number; cursor?: string } = {}) =>
    api.call("listTrashedAssets", { query });
  const namesIn = async (api: Api, query = {}) => (await search(api, query)).items.map(({ name }) => name);
  return { fresh, create, discard, restore, trashed, search, namesIn };
}

/** What the index of a trash with nothing in it still holds. */
export async function leftovers({ db }: TestService, tenantId: string): Promise<unknown[]> {
  const rows = await db.all<{ words: string }>(sql`SELECT words FROM asset_vocabulary WHERE tenant_id = ${tenantId}`);
  return [
    ...(await db.all(sql`SELECT number FROM asset_trash WHERE tenant_id = ${tenantId}`)),
    ...(await db.all(sql`SELECT word FROM asset_words WHERE tenant_id = ${tenantId}`)),
    ...rows.filter(({ words }) => words.trim() !== ""),
  ];
}

interface Target {
  origin: string;
  api: { key: string };
}

export function postForm({ origin, api }: Target, body: Buffer<ArrayBuffer> | ReadableStream): Promise<Response> {
  return fetch(`${origin}/v0/assets`, { method: "POST", headers: { "x-api-key": api.key, "content-type": formType }, body });
}

/** An upload by hand, over a socket of its own; what was answered, if anything. */
export function rawUpload(
  { origin, api }: Target,
  headers: Record<string, string>,
  send: (write: (bytes: Uint8Array) => Promise<void>, isAnswered: () => boolean, destroy: () => void) => Promise<void>,
): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(origin).port), "127.0.0.1");
    let answer = "";
    const all = { host: "foyer.test", "x-api-key": api.key, "content-type": formType, connection: "close", ...headers };
    const write = (bytes: Uint8Array | string) =>
      new Promise<void>((written) => {
        if (socket.destroyed) written();
        else socket.write(bytes, () => written());
      });
    socket.setTimeout(5_000, () => socket.destroy());
    socket.on("data", (bytes) => {
      answer += bytes.toString("latin1");
      if (answer.endsWith("}")) socket.destroy();
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer));
    socket.on("connect", async () => {
      await write(
        `POST /v0/assets HTTP/1.1\r\n${Object.entries(all)
          .map(([name, value]) => `${name}: ${value}\r\n`)
          .join("")}\r\n`,
      );
      await send(
        write,
        () => answer !== "",
        () => socket.destroy(),
      );
    });
  });
}

export function chunk(bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);
}

export async function until(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; !isTrue() && tries < 500; tries += 1) await Bun.sleep(10);
}

/** Refused in words, as a mistake of the caller's, at this place; and nothing is left of it anywhere. */
export async function expectRefused(
  service: TestService,
  what: string,
  content: string | Uint8Array<ArrayBuffer>,
  location = "body.file",
  body = {},
): Promise<void> {
  const before = await left(service);
  const { status, body: answer } = await service.api.send("createAsset", { file: new File([content], "upload.png"), body });
  const { code, errors } = answer as ProblemBody;
  const refusal = [what, status, code, errors?.map((error) => error.location).join()];
  expect(refusal).toEqual([what, 422, "validation_failed", location]);
  expect([what, await left(service)]).toEqual([what, before]);
}

/** All that uploads leave: files, those on their way, records and jobs. */
export async function left(service: TestService): Promise<unknown> {
  return {
    files: filesIn(service.storage.dataFolder),
    assets: (await service.api.call("listAssets", {})).totalCount,
    jobs: (await waitingJobs(service)).filter(({ kind }) => kind === "removeFile").length,
  };
}

export function onTheirWay({ files }: TestService): string[] {
  return readdirSync(files.incoming);
}

export function filesIn(dataFolder: string): string[] {
  return readdirSync(join(dataFolder, "files"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();
}

export async function start(engine: Engine): Promise<ServerProcess & { dataFolder: string }> {
  const storage = await createStorage(engine);
  const server = await spawnServer(storage.environment);
  const dispose = async () => {
    await server[Symbol.asyncDispose]();
    await storage.remove();
  };
  return { ...server, dataFolder: storage.dataFolder, [Symbol.asyncDispose]: dispose };
}
