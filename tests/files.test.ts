import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import type { Asset } from "../contract";
import { openLocalFiles } from "../server/files/local";
import type { Files } from "../server/files/port";
import { openS3Files } from "../server/files/s3";
import { Unavailable } from "../server/storage/port";
import { createStorage, onBothEngines } from "./support/engines";
import { mp4, png, svg } from "./support/images";
import { spawnServer } from "./support/process";
import { type S3Server, startS3 } from "./support/s3";
import { useService } from "./support/service";
import { createTenant } from "./support/world";

setDefaultTimeout(60_000);

const key = "tenant_00000000000000000000000000/file_00000000000000000000000000";
const hourMs = 3_600_000;

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
    rmSync(folder, { recursive: true, force: true });
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

  test("has nothing where nothing was put, and removes it all the same", async () => {
    await files.remove(key);
    expect(await files.size(key)).toBeUndefined();
    await files.remove(key);
  });
});

describe("files on the local disk", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "foyer-files-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("no key leads out of the folder, or to a name we did not make", async () => {
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

  test("what a dead process left on its way in is gone at the next start; what others have there stays", () => {
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

  test("a disk that takes nothing is unavailable, not broken", async () => {
    const files = openLocalFiles(folder);
    await expect(files.put(key, join(files.incoming, "not there"), "image/png")).rejects.toBeInstanceOf(Unavailable);
  });

  test("a server keeps them from other users of the machine", async () => {
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
  test("a service uploads, serves, ranges and never writes them beside the bucket; every request is signed", async () => {
    const s3 = startS3();
    const storage = await createStorage("sqlite");
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
    expect(filesUnder(join(storage.dataFolder, "files"))).toEqual([]);
    expect(s3.refused).toEqual([]);
    await server.stop();
    await s3.stop();
    await storage.remove();
  });

  test("a store that is away, or refuses our key, is 503 and leaves nothing; the record is not there either", async () => {
    const s3 = startS3();
    const storage = await createStorage("sqlite");
    const wrongKey = { ...s3.environment, FOYER_S3_SECRET_ACCESS_KEY: "another" };
    for (const environment of [wrongKey, { ...s3.environment, FOYER_S3_ENDPOINT: "http://127.0.0.1:1" }]) {
      const fresh = await createStorage("sqlite");
      await using server = await spawnServer({ ...fresh.environment, ...environment });
      const { status, code } = await server.api.refusal("createAsset", { file: new File([png()], "a.png") });
      expect([status, code]).toEqual([503, "unavailable"]);
      expect((await server.api.call("listAssets", {})).totalCount).toBe(0);
      expect(filesUnder(join(fresh.dataFolder, "files"))).toEqual([]);
      await server.stop();
      await fresh.remove();
    }
    expect([s3.refused.length > 0, s3.objects.size]).toEqual([true, 0]);
    await s3.stop();
    await storage.remove();
  });
});

onBothEngines("downloads", (engine) => {
  const service = useService(engine);
  const local = (url: string) => url.replace("http://foyer.test", service().origin);
  const get = (url: string, init: RequestInit = {}) => fetch(local(url), init);
  const upload = (content: string | Uint8Array<ArrayBuffer>, name: string): Promise<Asset> =>
    service().api.call("createAsset", { file: new File([content], name) });
  const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code];

  test("an address is at the public address, works without a key for an hour, and no longer", async () => {
    const content = png();
    const { downloadUrl, assetId } = await upload(content, "a.png");
    expect(downloadUrl).toStartWith("http://foyer.test/files/");
    expect(Buffer.from(await (await get(downloadUrl)).bytes()).equals(content)).toBe(true);
    service().advance(hourMs - 10_000);
    expect((await get(downloadUrl)).status).toBe(200);
    service().advance(10_000);
    expect(await codeOf(await get(downloadUrl))).toEqual([403, "invalid_signature"]);
    const again = await service().api.call("getAsset", { params: { asset_id: assetId } });
    expect((await get(again.downloadUrl)).status).toBe(200);
    service().advance(-hourMs);
  });

  test("a signature fits one file of one asset of one tenant until one moment, and nothing else", async () => {
    const one = await upload(png(), "one.png");
    const two = await upload(png(), "two.png");
    const other = await (await createTenant(service(), "other")).api.call("createAsset", { file: new File([png()], "b.png") });
    const url = new URL(one.downloadUrl);
    const changed = (change: (address: URL) => void) => {
      const address = new URL(url);
      change(address);
      return address.href;
    };
    const wrong = {
      "another asset": changed((address) => (address.pathname = new URL(two.downloadUrl).pathname)),
      "another tenant's asset": changed((address) => (address.pathname = new URL(other.downloadUrl).pathname)),
      "this asset in another tenant": changed(
        (address) => (address.pathname = address.pathname.replace(one.tenantId, other.tenantId)),
      ),
      "the preview": changed((address) => (address.pathname = address.pathname.replace("original", "preview"))),
      "a later end": changed((address) =>
        address.searchParams.set("expires", String(Number(address.searchParams.get("expires")) + 1)),
      ),
      "an endless end": changed((address) => address.searchParams.set("expires", "999999999999")),
      "a damaged signature": url.href.replace(/signature=(.)/, (_, first) => `signature=${first === "A" ? "B" : "A"}`),
      "half a signature": changed((address) =>
        address.searchParams.set("signature", address.searchParams.get("signature")?.slice(0, 20) ?? ""),
      ),
      "no signature": changed((address) => address.searchParams.delete("signature")),
      "no end": changed((address) => address.searchParams.delete("expires")),
      "nothing at all": `${url.origin}${url.pathname}`,
      "more than was signed": `${url.href}&download=1`,
      "two ends": `${url.href}&expires=999999999999`,
      "a cursor's signature": changed((address) => address.searchParams.set("signature", "x".repeat(43))),
    };
    for (const [what, address] of Object.entries(wrong)) {
      const response = await get(address);
      expect([what, response.status]).toEqual([what, 403]);
      expect(response.headers.get("content-type")).toBe("application/problem+json");
    }
    for (const path of [
      "/files/",
      "/files/x",
      `/files/${one.tenantId}/${one.assetId}`,
      `${url.pathname}/`,
      "/files/../v0/persons",
    ])
      expect([path, (await get(`${url.origin}${path}${url.search}`)).status >= 400]).toEqual([path, true]);
    for (const path of ["/files/", "/files/x/y/original", `${url.pathname}/more`])
      expect(await codeOf(await get(`${url.origin}${path}${url.search}`))).toEqual([404, "not_found"]);
  });

  test("no address has a method but GET and HEAD", async () => {
    const { downloadUrl } = await upload(png(), "a.png");
    for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
      const response = await get(downloadUrl, { method });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    }
    const head = await get(downloadUrl, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, String(png().length), ""]);
  });

  const kinds: [string, string | Uint8Array<ArrayBuffer>, string, "inline" | "attachment"][] = [
    ["image.png", png(), "image/png", "inline"],
    ["clip.mp4", mp4(), "video/mp4", "inline"],
    ["drawing.svg", svg, "image/svg+xml", "attachment"],
    ["page.html", "<!doctype html><script>alert(1)</script>", "text/html", "attachment"],
    ["widget.js", "alert(document.cookie)", "text/plain; charset=utf-8", "attachment"],
  ];
  test.each(kinds)("%s is served so that a browser can't be made to run it", async (name, content, type, disposition) => {
    const { downloadUrl } = await upload(content, name);
    const { status, headers } = await get(downloadUrl);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe(type);
    expect(headers.get("content-disposition")).toBe(`${disposition}; filename="${name}"; filename*=UTF-8''${name}`);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    expect(headers.get("cache-control")).toMatch(/^private, max-age=3[56]\d\d$/);
    expect(headers.get("x-request-id")).toStartWith("request_");
  });

  test("a preview is a picture whatever its file is, and has the same guards", async () => {
    const { previewDownloadUrl } = await upload(svg, "drawing.svg");
    const { headers } = await get(previewDownloadUrl);
    expect(headers.get("content-type")).toBe("image/webp");
    expect(headers.get("content-disposition")).toBe(`inline; filename="drawing.svg.webp"; filename*=UTF-8''drawing.svg.webp`);
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  });

  test("a name can't break out of its header", async () => {
    const name = 'a"; filename=evil.exe\r\nset-cookie: x=1 \u{1F600}/\\%41 é';
    const asset = await service().api.call("createAsset", { file: new File([png()], "x.png"), body: { name } });
    const { headers, status } = await get(asset.downloadUrl);
    expect([status, headers.get("set-cookie"), asset.name]).toEqual([200, null, name]);
    const [, plain, full] =
      /^inline; filename="([^"]*)"; filename\*=UTF-8''(\S*)$/.exec(headers.get("content-disposition") ?? "") ?? [];
    expect(plain).toMatch(/^[\x20-\x7e]+$/);
    expect(decodeURIComponent(full ?? "")).toBe('a"; filename=evil.exe__set-cookie: x=1 \u{1F600}__%41 é');
  });

  test("a part of a file is served as asked", async () => {
    const video = mp4(10_000);
    const { downloadUrl } = await upload(video, "a.mp4");
    const ranged = async (range: string) => {
      const response = await get(downloadUrl, { headers: { range } });
      const bytes = Buffer.from(await response.bytes());
      return {
        status: response.status,
        range: response.headers.get("content-range"),
        length: response.headers.get("content-length"),
        bytes,
      };
    };
    const cases: [string, number, number][] = [
      ["bytes=0-99", 0, 100],
      ["bytes=9990-", 9_990, 10_000],
      ["bytes=-10", 9_990, 10_000],
      ["bytes=-20000", 0, 10_000],
      ["bytes=500-500", 500, 501],
      ["bytes=9999-99999", 9_999, 10_000],
    ];
    for (const [range, start, end] of cases) {
      const answer = await ranged(range);
      expect(answer).toMatchObject({ status: 206, range: `bytes ${start}-${end - 1}/10000`, length: String(end - start) });
      expect(answer.bytes.equals(video.subarray(start, end))).toBe(true);
    }
    for (const range of ["bytes=0-1,5-6", "bytes=9-5", "bytes=", "bytes=-", "items=0-5", "bytes=a-b"]) {
      const answer = await ranged(range);
      expect([range, answer.status, answer.bytes.length]).toEqual([range, 200, 10_000]);
    }
    for (const range of ["bytes=10000-", "bytes=20000-30000", "bytes=-0"]) {
      expect(await ranged(range)).toMatchObject({ status: 416, range: "bytes */10000" });
    }
    const head = await get(downloadUrl, { method: "HEAD", headers: { range: "bytes=0-9" } });
    expect([head.status, head.headers.get("content-range")]).toEqual([206, "bytes 0-9/10000"]);
  });

  test("a file that is gone from the store is 404", async () => {
    const asset = await upload(png(), "a.png");
    await service().files.remove(`${asset.tenantId}/${asset.data.fileId}`);
    expect(await codeOf(await get(asset.downloadUrl))).toEqual([404, "not_found"]);
    expect((await get(asset.previewDownloadUrl)).status).toBe(200);
  });
});

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
}
