import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { openLocalFiles } from "../../server/files/local";
import type { Files } from "../../server/files/port";
import { openS3Files } from "../../server/files/s3";
import { Unavailable } from "../../server/storage/port";
import { createStorage } from "../support/database/engines";
import { type S3Server, startS3 } from "../support/network/s3";
import { mp4, png } from "../support/samples/images";
import { filesIn } from "../support/samples/uploads";
import { spawnServer } from "../support/service/process";

const key = "tenant_00000000000000000000000000/file_00000000000000000000000000";

const stores = {
  "on the local disk": (folder: string) => openLocalFiles(folder),
  "in S3": (folder: string, s3: S3Server) => openS3Files(s3.config as never, folder),
};

describe.each(Object.entries(stores))("a file store %s", (_, open) => {
  let folder: string;
  let s3: S3Server;
  let files: Files;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "foyer-files-"));
    s3 = startS3();
    files = open(folder, s3);
  });
  afterAll(async () => {
    await s3.stop();
    removeStore(folder);
  });

  const put = async (to: string, content: Uint8Array) => {
    const path = join(files.incoming, crypto.randomUUID());
    writeFileSync(path, content);
    await files.put(to, path, "image/png");
  };
  const read = async (from: string, start: number, end: number) => new Response(files.read(from, start, end)).bytes();

  test("gives back what was put, whole and in part", async () => {
    const content = crypto.getRandomValues(new Uint8Array(60_000));
    await put(key, content);
    expect(await files.size(key)).toBe(content.length);
    expect(await read(key, 0, content.length)).toEqual(content);
    expect(await read(key, 10, 20)).toEqual(content.slice(10, 20));
    expect(await read(key, content.length - 1, content.length)).toEqual(content.slice(-1));
    const copy = join(files.incoming, "a copy");
    await files.copy(key, copy);
    expect(await Bun.file(copy).bytes()).toEqual(content);
  });

  test("keeps a file of 20 MB byte for byte", async () => {
    const content = Buffer.alloc(20_000_000, "foyer");
    await put(key, content);
    expect(await files.size(key)).toBe(content.length);
    expect(Bun.hash(await read(key, 0, content.length))).toBe(Bun.hash(content));
  });

  test("keeps a file and its preview apart", async () => {
    await put(key, Buffer.from("file"));
    await put(`${key}.preview`, Buffer.from("preview"));
    await files.remove(key);
    expect([await files.size(key), await files.size(`${key}.preview`)]).toEqual([undefined, 7]);
  });

  test("finds nothing where nothing was put, and removing that is no error", async () => {
    await files.remove(key);
    expect(await files.size(key)).toBeUndefined();
    await files.remove(key);
  });
});

describe("a file store in S3 that stops answering without closing", () => {
  const patience = { silenceMs: 50, leastBytesPerMs: 250 };
  const content = Buffer.alloc(100_000, "foyer");

  /** `silentAfter`: how many bytes of an answer still arrive. */
  async function onSilent(silentAfter: number | undefined, work: (files: Files, from: string) => Promise<unknown>) {
    const folder = mkdtempSync(join(tmpdir(), "foyer-files-"));
    const silent = createServer((socket) => {
      socket.on("error", () => {});
      socket.on("data", () => {
        if (silentAfter === undefined) return;
        socket.write(`HTTP/1.1 206 Partial Content\r\ncontent-length: ${content.length}\r\n\r\n`);
        socket.write(content.subarray(0, silentAfter));
      });
    });
    await new Promise<void>((listening) => silent.listen(0, "127.0.0.1", listening));
    const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const files = openS3Files(
      { bucket: "files", endpoint, region: "test-1", accessKeyId: "one", secretAccessKey: "two" },
      folder,
      patience,
    );
    const from = join(files.incoming, "a file");
    writeFileSync(from, content);
    try {
      return await work(files, from).then(
        () => "done",
        (error) => (error instanceof Unavailable ? "unavailable" : String(error)),
      );
    } finally {
      silent.close();
      removeStore(folder);
    }
  }

  test.each<[string, (files: Files, from: string) => Promise<unknown>]>([
    ["keeps a file", (files, from) => files.put(key, from, "image/png")],
    ["knows a size", (files) => files.size(key)],
    ["reads", (files) => new Response(files.read(key, 0, content.length)).bytes()],
    ["copies", (files, from) => files.copy(key, `${from}.copy`)],
    ["removes", (files) => files.remove(key)],
  ])("%s: nobody waits for it for ever", async (_name, work) => {
    expect(await onSilent(undefined, work)).toBe("unavailable");
  });

  test("in the middle of a file: nobody waits for the rest for ever", async () => {
    const read = (files: Files) => new Response(files.read(key, 0, content.length)).bytes();
    expect(await onSilent(30_000, read)).toBe("unavailable");
  });
});

describe("a bucket that sends another number of bytes than its file has", () => {
  const content = Buffer.alloc(100_000, "foyer");

  test.each([
    ["half of them, as if that were all", content.subarray(0, 50_000)],
    ["none", Buffer.alloc(0)],
    ["more", Buffer.concat([content, content])],
  ])("%s: nothing is taken for the file", async (_name, sent) => {
    const folder = mkdtempSync(join(tmpdir(), "foyer-files-"));
    const length = String(content.length);
    const bucket = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: ({ method }) =>
        method === "HEAD"
          ? new Response(null, { headers: { "content-length": length } })
          : new Response(new Uint8Array(sent), { status: 206 }),
    });
    try {
      const config = { bucket: "files", region: "test-1", accessKeyId: "one", secretAccessKey: "two" };
      const files = openS3Files({ ...config, endpoint: `http://127.0.0.1:${bucket.port}` }, folder);
      expect(await files.size(key)).toBe(content.length);
      await expect(files.copy(key, join(files.incoming, "a copy"))).rejects.toThrow(Unavailable);
      await expect(new Response(files.read(key, 0, content.length)).bytes()).rejects.toThrow(Unavailable);
    } finally {
      await bucket.stop(true);
      removeStore(folder);
    }
  });
});

describe("an upload to a bucket that takes too long", () => {
  test("is given up, and stores nothing afterwards", async () => {
    const folder = mkdtempSync(join(tmpdir(), "foyer-files-"));
    const s3 = startS3();
    const callers: Socket[] = [];
    const slow = createServer({ pauseOnConnect: true }, (caller) => callers.push(caller));
    await new Promise<void>((listening) => slow.listen(0, "127.0.0.1", listening));
    try {
      const endpoint = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
      const files = openS3Files({ ...s3.config, endpoint }, folder, { silenceMs: 200, leastBytesPerMs: 1_000_000 });
      const path = join(files.incoming, "a file");
      // More than what the two ends of a connection hold.
      writeFileSync(path, Buffer.alloc(20_000_000, "foyer"));
      await expect(files.put(key, path, "image/png")).rejects.toThrow(Unavailable);
      for (const caller of callers) {
        const bucket = connect(Number(new URL(s3.endpoint).port), "127.0.0.1");
        for (const socket of [caller, bucket]) socket.on("error", () => {});
        caller.pipe(bucket);
        caller.on("close", () => bucket.end());
        while (!bucket.destroyed && s3.objects.size === 0) await Bun.sleep(5);
      }
      expect([callers.length, [...s3.objects.keys()]]).toEqual([1, []]);
    } finally {
      for (const caller of callers) caller.destroy();
      slow.close();
      await s3.stop();
      removeStore(folder);
    }
  });
});

describe("files on the local disk", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "foyer-files-"));
  });
  afterAll(() => removeStore(folder));

  test("no key leads out of the folder, or to a file the store did not make", async () => {
    const files = openLocalFiles(folder);
    for (const wrong of [
      "../x",
      "tenant_a/../../x",
      "/etc/passwd",
      "x",
      `${key}/..`,
      `${key}\0`,
      key.toUpperCase(),
      `${key}.html`,
    ]) {
      await expect(files.size(wrong)).rejects.toThrow("not a key");
      await expect(files.remove(wrong)).rejects.toThrow("not a key");
    }
  });

  test("unfinished uploads of dead processes are removed at the next start; those that may still be going on stay", () => {
    const incoming = join(folder, "incoming");
    const here = hostname().replace(/[^A-Za-z0-9-]/g, "-");
    const left = (name: string, ageMs = 0) => {
      mkdirSync(join(incoming, name), { recursive: true });
      writeFileSync(join(incoming, name, "part"), "x");
      const then = new Date(Date.now() - ageMs);
      utimesSync(join(incoming, name), then, then);
    };
    left(`${here}.4194303.dead`);
    left(`${here}.${process.pid}.before-us`);
    left(`${here}.${process.ppid}.alive`);
    left("elsewhere.1.recent");
    left("elsewhere.1.old", 2 * 86_400_000);
    const files = openLocalFiles(folder);
    const names = readdirSync(incoming).filter((name) => !files.incoming.endsWith(name));
    expect(names.sort()).toEqual([`${here}.${process.ppid}.alive`, "elsewhere.1.recent"].sort());
    expect(readdirSync(files.incoming)).toEqual([]);
  });

  test("a disk that can't be written to is reported as unavailable", async () => {
    const files = openLocalFiles(folder);
    await expect(files.put(key, join(files.incoming, "not there"), "image/png")).rejects.toBeInstanceOf(Unavailable);
  });

  test("can't be read by other users of the machine", async () => {
    const storage = await createStorage("sqlite");
    chmodSync(storage.dataFolder, 0o755);
    await using server = await spawnServer(storage.environment);
    const { tenantId, data } = await server.api.call("createAsset", { file: new File([png()], "a.png") });
    const folders = ["files", "files/incoming", `files/${tenantId}`].map((name) => join(storage.dataFolder, name));
    expect(folders.map((name) => statSync(name).mode & 0o777)).toEqual([0o700, 0o700, 0o700]);
    const paths = [data.fileId, `${data.fileId}.preview`].map((name) => join(storage.dataFolder, "files", tenantId, name));
    expect(paths.map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600]);
    await server.stop();
    await storage.remove();
  });
});

describe("files in S3", () => {
  test("are uploaded, served whole and in part, and never written to the local disk; every request is signed", async () => {
    const s3 = startS3();
    const storage = await createStorage("sqlite", { hasTables: true });
    await using server = await spawnServer({ ...storage.environment, ...s3.environment });
    const video = mp4(300_000);
    const image = await server.api.call("createAsset", { file: new File([png({ width: 900 })], "a.png") });
    const clip = await server.api.call("createAsset", { file: new File([video], "a.mp4") });
    const names = [image.data.fileId, `${image.data.fileId}.preview`, clip.data.fileId].map(
      (name) => `${image.tenantId}/${name}`,
    );
    expect([...s3.objects.keys()].sort()).toEqual(names.sort());
    expect(s3.objects.get(`${image.tenantId}/${image.data.fileId}`)?.type).toBe("image/png");
    const whole = await fetch(clip.downloadUrl);
    expect([whole.status, whole.headers.get("content-type")]).toEqual([200, "video/mp4"]);
    expect(Buffer.from(await whole.bytes()).equals(video)).toBe(true);
    const part = await fetch(clip.downloadUrl, { headers: { range: "bytes=1000-1999" } });
    expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 1000-1999/${video.length}`]);
    expect(Buffer.from(await part.bytes()).equals(video.subarray(1_000, 2_000))).toBe(true);
    expect((await fetch(image.previewDownloadUrl)).headers.get("content-type")).toBe("image/webp");
    s3.objects.clear();
    expect((await fetch(clip.downloadUrl)).status).toBe(404);
    expect(existsSync(join(storage.dataFolder, "files", image.tenantId))).toBe(false);
    expect(filesIn(storage.dataFolder)).toEqual([]);
    expect(s3.refused).toEqual([]);
    await server.stop();
    await s3.stop();
    await storage.remove();
  });

  test("while S3 is away or refuses our key, uploads get 503 and leave neither file nor asset", async () => {
    const s3 = startS3();
    const storage = await createStorage("sqlite");
    const wrongKey = { ...s3.environment, FOYER_S3_SECRET_ACCESS_KEY: "another" };
    for (const environment of [wrongKey, { ...s3.environment, FOYER_S3_ENDPOINT: "http://127.0.0.1:1" }]) {
      const fresh = await createStorage("sqlite", { hasTables: true });
      await using server = await spawnServer({ ...fresh.environment, ...environment });
      const { status, code } = await server.api.refusal("createAsset", { file: new File([png()], "a.png") });
      expect([status, code]).toEqual([503, "unavailable"]);
      expect((await server.api.call("listAssets", {})).totalCount).toBe(0);
      expect(filesIn(fresh.dataFolder)).toEqual([]);
      await server.stop();
      await fresh.remove();
    }
    expect([s3.refused.length > 0, s3.objects.size]).toEqual([true, 0]);
    await s3.stop();
    await storage.remove();
  });
});

function removeStore(folder: string): void {
  for (const one of [folder, `${folder}.scratch`]) rmSync(one, { recursive: true, force: true });
}
