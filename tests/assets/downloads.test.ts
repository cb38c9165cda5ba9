import { expect, test } from "bun:test";
import type { Asset } from "../../contract";
import { onTodaysEngine } from "../support/database/engines";
import { mp4, png, svg } from "../support/samples/images";
import type { Content } from "../support/samples/uploads";
import { useService } from "../support/service/service";
import { createTenant } from "../support/service/tenants";

const hourMs = 3_600_000;

onTodaysEngine("downloads", (engine) => {
  const service = useService(engine);
  const local = (url: string) => url.replace("http://foyer.test", service().origin);
  const get = (url: string, init: RequestInit = {}) => fetch(local(url), init);
  const upload = (content: Content, name: string): Promise<Asset> =>
    service().api.call("createAsset", { file: new File([content], name) });
  const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code];

  test("a download link is below the public URL, works without a key for an hour, and then no more", async () => {
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

  test("a signature is good for one file of one asset of one tenant until it expires, and for nothing else", async () => {
    const one = await upload(png(), "one.png");
    const two = await upload(png(), "two.png");
    const other = await (await createTenant(service(), "other")).api.call("createAsset", { file: new File([png()], "b.png") });
    const url = new URL(one.downloadUrl);
    const tenantIn = ({ downloadUrl }: Asset) => new URL(downloadUrl).pathname.split("/")[2] as string;
    expect(tenantIn(one)).not.toBe(tenantIn(other));
    const changed = (change: (address: URL) => void) => {
      const address = new URL(url);
      change(address);
      return address.href;
    };
    const wrong = {
      "another asset": changed((address) => (address.pathname = new URL(two.downloadUrl).pathname)),
      "another tenant's asset": changed((address) => (address.pathname = new URL(other.downloadUrl).pathname)),
      "this asset in another tenant": changed(
        (address) => (address.pathname = address.pathname.replace(tenantIn(one), tenantIn(other))),
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
      `/files/${tenantIn(one)}/${one.assetId}`,
      `${url.pathname}/`,
      "/files/../v0/persons",
    ])
      expect([path, (await get(`${url.origin}${path}${url.search}`)).status >= 400]).toEqual([path, true]);
    for (const path of ["/files/", "/files/x/y/original", `${url.pathname}/more`])
      expect(await codeOf(await get(`${url.origin}${path}${url.search}`))).toEqual([404, "not_found"]);
  });

  test("a download link takes GET and HEAD only", async () => {
    const { downloadUrl } = await upload(png(), "a.png");
    for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
      const response = await get(downloadUrl, { method });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    }
    const head = await get(downloadUrl, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, String(png().length), ""]);
  });

  const kinds: [string, Content, string, "inline" | "attachment"][] = [
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

  test("a preview is served as a picture, whatever its file is, and as well guarded as the file", async () => {
    const { previewDownloadUrl } = await upload(svg, "drawing.svg");
    const { headers } = await get(previewDownloadUrl);
    expect(headers.get("content-type")).toBe("image/webp");
    expect(headers.get("content-disposition")).toBe(`inline; filename="drawing.svg.webp"; filename*=UTF-8''drawing.svg.webp`);
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  });

  test("a file name can't break out of the Content-Disposition header", async () => {
    const name = 'a"; filename=evil.exe\r\nset-cookie: x=1 \u{1F600}/\\%41 é';
    const asset = await service().api.call("createAsset", { file: new File([png()], "x.png"), body: { name } });
    const { headers, status } = await get(asset.downloadUrl);
    expect([status, headers.get("set-cookie"), asset.name]).toEqual([200, null, name]);
    const [, plain, full] =
      /^inline; filename="([^"]*)"; filename\*=UTF-8''(\S*)$/.exec(headers.get("content-disposition") ?? "") ?? [];
    expect(plain).toMatch(/^[\x20-\x7e]+$/);
    expect(decodeURIComponent(full ?? "")).toBe('a"; filename=evil.exe__set-cookie: x=1 \u{1F600}__%41 é');
  });

  test("a range request gets the part of the file it asked for", async () => {
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
