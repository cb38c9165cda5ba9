import { expect } from "bun:test";
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import type { ProblemBody } from "../../../contract";
import { storeMarkName } from "../../../server/files/store-mark";
import { createStorage, type Engine } from "../database/engines";
import { type ServerProcess, spawnServer } from "../service/process";
import type { TestService } from "../service/service";
import { waitingJobs } from "../service/work";
import { formType } from "./bad-forms";

export type Content = string | Uint8Array<ArrayBuffer>;

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

/** Refused in words, as a mistake of the caller's, at this place; and nothing is left of it anywhere. */
export async function expectRefused(
  service: TestService,
  what: string,
  content: Content,
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

/** What tenants have stored: beside it is the mark by which nodes know that they share the folder. */
export function filesIn(dataFolder: string): string[] {
  return readdirSync(join(dataFolder, "files"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== storeMarkName)
    .map((entry) => entry.name)
    .sort();
}

export async function start(engine: Engine): Promise<ServerProcess & { dataFolder: string }> {
  const storage = await createStorage(engine, { hasTables: true });
  const server = await spawnServer(storage.environment);
  const dispose = async () => {
    await server[Symbol.asyncDispose]();
    await storage.remove();
  };
  return { ...server, dataFolder: storage.dataFolder, [Symbol.asyncDispose]: dispose };
}
