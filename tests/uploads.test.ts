import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { deflateRawSync, deflateSync } from "node:zlib";
import * as fc from "fast-check";
import sharp from "sharp";
import type { ProblemBody } from "../contract";
import { readParts } from "../server/http/form-parts";
import { field, filePart, formOf, formType, type Part } from "./support/bad-forms";
import { createStorage, type Engine, onBothEngines } from "./support/engines";
import { mp4, png, pngOfBytes, svg } from "./support/images";
import { type ServerProcess, spawnServer } from "./support/process";
import { type TestService, useService } from "./support/service";
import { waitingJobs } from "./support/work";

setDefaultTimeout(120_000);

const mebibyte = 1_048_576;
type Content = string | Uint8Array<ArrayBuffer>;

onBothEngines("uploads", (engine) => {
  const service = useService(engine);
  const send = (content: Content, body = {}, name = "upload.png") =>
    service().api.send("createAsset", { file: new File([content], name), body });

  /** Refused in words, as a mistake of the caller's, at this place; and nothing is left of it anywhere. */
  async function expectRefused(what: string, content: Content, location = "body.file", body = {}): Promise<void> {
    const before = await left(service());
    const { status, body: answer } = await send(content, body);
    const { code, errors } = answer as ProblemBody;
    expect([what, status, code, errors?.map((error) => error.location).join()]).toEqual([
      what,
      422,
      "validation_failed",
      location,
    ]);
    expect([what, await left(service())]).toEqual([what, before]);
  }

  test("a picture that is something else besides is refused", async () => {
    const gif = await bytesOf(small().gif());
    const jpeg = await bytesOf(small().jpeg());
    const webp = await bytesOf(small().webp());
    const page = "<html><body><script>alert(1)</script></body></html>";
    const script = (start: Uint8Array) => Buffer.concat([start, Buffer.from("*/=1;alert(1);//")]);
    const polyglots: Record<string, Uint8Array<ArrayBuffer>> = {
      "GIF and script, drawn as 10,799 pixels wide": script(withBytes(gif, 6, "/*")),
      "GIF and script in nothing but name": Buffer.from("GIF89a/*\0\0\0*/=1;alert(1)"),
      "GIF and script of one line": Buffer.concat([withBytes(gif, 6, "=1;//"), Buffer.from("\nalert(1)")]),
      "JPEG and script": script(withBytes(jpeg, 4, "/*")),
      "WebP and script": script(withBytes(webp, 4, "/*")),
      "GIF and page": Buffer.concat([gif, Buffer.from(page)]),
      "PNG and page behind it": Buffer.concat([png(), Buffer.from(page)]),
      "PNG and page in a text of its own": png({ chunks: [["tEXt", Buffer.from(`Comment\0${page}`)]] }),
      "PNG and page across two reads": png({ chunks: [["tEXt", Buffer.from(`Comment\0${"x".repeat(65_480)}${page}`)]] }),
      "PNG and page in capitals": Buffer.concat([png(), Buffer.from(page.toUpperCase())]),
      "PNG and PHP": Buffer.concat([png(), Buffer.from("<?php system($_GET['c']);")]),
      "JPEG and archive behind it": Buffer.concat([jpeg, zip("hello.txt", "hello")]),
      "PNG and archive with a comment": Buffer.concat([png(), zip("a.class", "x"), Buffer.alloc(20_000)]),
      "JPEG and PDF": withComment(jpeg, "%PDF-1.7"),
      "MP4 and page": Buffer.concat([mp4(), Buffer.from(page)]),
    };
    for (const [what, content] of Object.entries(polyglots)) await expectRefused(what, content);
    for (const whole of [gif, jpeg, webp, png(), withComment(jpeg, "taken < yesterday > by a script")]) {
      expect((await send(whole)).status).toBe(201);
    }
  });

  test("a drawing that could act is refused, however it hides it", async () => {
    const drawing = (inside: string, before = "") =>
      `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" width="9" height="9">${inside}</svg>`;
    const active: Record<string, string> = {
      script: drawing("<script>alert(1)</script>"),
      "script with a prefix": drawing('<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>'),
      "script behind a comment": drawing("<!-- > --><script href='x'/>"),
      "script behind CDATA": drawing("<style><![CDATA[ > ]]></style><script/>"),
      "script behind quotes": drawing('<g data-x=">"/><script/>'),
      "an event handler": drawing('<rect onload="alert(1)"/>'),
      "an event handler in capitals": drawing("<rect ONCLICK='alert(1)'/>"),
      "an event handler on the root": svg.replace("<svg", '<svg onload="alert(1)"'),
      "a link that is a script": drawing('<a href="javascript:alert(1)"><rect/></a>'),
      "a link with references": drawing('<a x:href="&#106;ava&#x73;cript&#58;alert(1)"><rect/></a>'),
      "a link with line breaks": drawing('<a x:href=" java&#10;script:alert(1)"><rect/></a>'),
      "a link to a page in itself": drawing('<a href="data:text/html,x"><rect/></a>'),
      "an animated link": drawing('<a><set attributeName="href" to="javascript:alert(1)"/></a>'),
      "a piece of HTML": drawing('<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject>'),
      "a frame": drawing('<iframe xmlns="http://www.w3.org/1999/xhtml" src="x"/>'),
      "a style sheet from elsewhere": drawing("", '<?xml-stylesheet href="http://x.example/a.xsl" type="text/xsl"?>'),
      "another encoding": drawing("", '<?xml version="1.0" encoding="ISO-2022-JP"?>'),
      "broken markup": drawing("<rect <script>"),
    };
    for (const [what, content] of Object.entries(active)) await expectRefused(what, content);
    await expectRefused("entities", drawing("&a;", '<!DOCTYPE svg [<!ENTITY a "aaaa">]>'), "body.assetType", {
      assetType: "image",
    });
    const harmless = drawing(
      '<style>rect{fill:red}</style><a href="https://x.example/on"><text>onload=1 &lt;script&gt;</text></a>',
    );
    expect((await send(harmless)).status).toBe(201);
  });

  test("a bomb is refused in seconds, and the service goes on", async () => {
    const nested = Array.from({ length: 20 }, (_, level) => `<g id="g${level + 1}">${`<use href="#g${level}"/>`.repeat(10)}</g>`);
    const shape = '<g id="g0"><rect width="500" height="500" opacity=".5"/></g>';
    const huge = deflateSync(Buffer.alloc(500_000_000));
    const bombs: Record<string, Content> = {
      "25,000 by 25,000 pixels": png({ width: 25_000, height: 25_000 }),
      "a text that unpacks to 500 MB": png({ chunks: [["zTXt", Buffer.concat([Buffer.from("x\0\0"), huge])]] }),
      "more pixels than it has room for": png({ pixels: Buffer.alloc(100 * mebibyte) }),
      "a drawing of 100,000 by 100,000": svg.replace('width="10" height="10"', 'width="100000" height="100000"'),
      "a drawing of itself, 10 to the 20th times": `<svg xmlns="http://www.w3.org/2000/svg" width="999" height="999"><defs>${shape}${nested.join("")}</defs><use href="#g20"/></svg>`,
    };
    for (const [what, content] of Object.entries(bombs)) {
      const started = performance.now();
      await expectRefused(what, content);
      expect([what, performance.now() - started < 20_000]).toEqual([what, true]);
    }
    expect((await send(png())).status).toBe(201);
  });

  test("what is broken, or nothing we know, is refused", async () => {
    const whole = await bytesOf(noise().png());
    const files: Record<string, Content> = {
      nothing: "",
      "a PNG that is cut": whole.subarray(0, whole.length / 2),
      "a PNG of its first bytes alone": "\x89PNG\r\n\x1a\n",
      "a PNG with a wrong checksum": withBytes(png(), 45, "\xff\xff\xff"),
      "a JPEG of its first bytes alone": new Uint8Array([0xff, 0xd8, 0xff, 0xe0]),
      "a HEIC": Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1"),
      "an AVIF of its first bytes alone": Buffer.from("\0\0\0\x18ftypavif\0\0\0\0mif1avif", "latin1"),
      "a brand box without end": Buffer.from("\xff\xff\xff\xf0ftypisom", "latin1"),
      "an empty brand box": Buffer.from("\0\0\0\x08ftyp", "latin1"),
      "a program": Buffer.from("\x7fELF\x02\x01\x01\0\0\0", "latin1"),
      "an archive": zip("a.txt", "a"),
      "a PDF": Buffer.from("%PDF-1.7\n\x00\xff", "latin1"),
      "a Matroska": Buffer.from("\x1a\x45\xdf\xa3\x42\x82\x88matroska", "latin1"),
      "text in UTF-16": Buffer.from("\ufeffhello", "utf16le"),
      "text with NUL": "hello\0world",
      "text that is not UTF-8": new Uint8Array([104, 105, 0xff]),
      "text cut in a letter": new Uint8Array([104, 105, 0xe2, 0x82]),
      "random bytes": crypto.getRandomValues(new Uint8Array(5_000)),
      "a drawing that is no XML": "<svg xmlns='http://www.w3.org/2000/svg'><rect></svg>",
    };
    for (const [what, content] of Object.entries(files)) await expectRefused(what, content);
  });

  test("a name with NUL, or of 4,000 characters, is refused; as a field as well as in the file", async () => {
    const post = (parts: Part[]) => postForm(service(), formOf(parts));
    const cases: [string, Part[], string][] = [
      ["NUL in the file's name", [filePart(png(), "a\0b.png")], "body.file"],
      ["4,000 characters in the file's name", [filePart(png(), "x".repeat(4_000))], "body.file"],
      ["4,000 characters in the name", [filePart(), field("name", "x".repeat(4_000))], "body.name"],
      ["NUL in the name", [filePart(), field("name", "a\0b")], "body.name"],
      ["a name of nothing", [filePart(), field("name", "")], "body.name"],
      ["65 characters in a tag", [filePart(), field("tags", "x".repeat(65))], "body.tags[0]"],
    ];
    const before = await left(service());
    for (const [what, parts, location] of cases) {
      const response = await post(parts);
      const { errors } = (await response.json()) as ProblemBody;
      expect([what, response.status, errors?.map((error) => error.location).join()]).toEqual([what, 422, location]);
    }
    expect(await left(service())).toEqual(before);
    expect((await post([filePart(png(), "x".repeat(1_000))])).status).toBe(201);
    expect((await post([filePart(png(), "x".repeat(4_000)), field("name", "short")])).status).toBe(201);
  });

  test("all that is wrong with a form is said at once", async () => {
    const response = await fetch(`${service().origin}/v0/assets?x=1`, {
      method: "POST",
      headers: { "x-api-key": service().api.key, "content-type": formType, "idempotency-key": "" },
      body: formOf([
        field("name", ""),
        field("purpose", "a"),
        field("purpose", "b"),
        field("tags", "\0"),
        field("assetType", "cat"),
        field("nmae", "x"),
        filePart(png(), "a", "photo"),
      ]),
    });
    const { errors } = (await response.json()) as ProblemBody;
    const locations = [
      "body.assetType",
      "body.file",
      "body.name",
      "body.nmae",
      "body.photo",
      "body.purpose",
      "body.tags[0]",
      "header.Idempotency-Key",
      "query.x",
    ];
    expect([...new Set(errors?.map(({ location }) => location))].sort()).toEqual(locations);
  });

  test("a form is understood as others write it: quoted, unquoted, with types, with text around it", async () => {
    const content = png();
    const forms: Buffer<ArrayBuffer>[] = [
      formOf([{ head: "content-disposition:form-data;name=file;filename=a.png\r\ncontent-type:image/png", content }]),
      formOf([{ head: 'Content-Type: image/png\r\nContent-Disposition: FORM-DATA; NAME="file"; FILENAME="a.png"', content }]),
      formOf([{ head: 'Content-Disposition: form-data; name="file"', content }, field("name", "a.png")]),
      formOf([
        {
          ...field("name", "a.png"),
          head: 'Content-Disposition: form-data; name="name"\r\nContent-Type: text/plain; charset=utf-8',
        },
        filePart(),
      ]),
      Buffer.concat([Buffer.from("a preamble\r\n"), formOf([filePart(content, "a.png")]), Buffer.from("an epilogue")]),
    ];
    for (const form of forms) {
      const response = await postForm(service(), form);
      expect([response.status, ((await response.json()) as { name: string }).name]).toEqual([201, "a.png"]);
    }
  });

  test("bytes that look like the end of the form are not", async () => {
    const text = `--${formType.split("=")[1]}-- is not at the start of a line\r\n--${"-".repeat(30)}\r\n`;
    const { status, body } = await send(text, {}, "a.txt");
    const { downloadUrl } = body as { downloadUrl: string };
    const read = await fetch(downloadUrl.replace("http://foyer.test", service().origin));
    expect([status, await read.text()]).toEqual([201, text]);
  });

  test("a form arrives whole, in whatever pieces", async () => {
    const content = new Uint8Array(Buffer.from("\r\n--\r\n".repeat(50)));
    const form = formOf([field("tags", "a"), filePart(content, "a.txt"), field("tags", "b")]);
    for (const size of [1, 2, 3, 7, 64]) {
      const pieces = Array.from({ length: Math.ceil(form.length / size) }, (_, index) =>
        form.subarray(index * size, (index + 1) * size),
      );
      const body = new ReadableStream({
        async pull(controller) {
          const piece = pieces.shift();
          if (piece) controller.enqueue(piece);
          else controller.close();
        },
      });
      const response = await postForm(service(), body);
      const asset = (await response.json()) as { tags: string[]; downloadUrl: string };
      expect([size, response.status, asset.tags]).toEqual([size, 201, ["a", "b"]]);
      const read = await fetch(asset.downloadUrl.replace("http://foyer.test", service().origin));
      expect(await read.bytes()).toEqual(content);
    }
  });
});

describe("the parts of a form", () => {
  test("are the same in whatever pieces the form arrives, and however slowly they are taken", async () => {
    const boundary = formType.split("boundary=")[1] as string;
    const sizes = fc.array(fc.integer({ min: 200, max: 400_000 }), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(fc.nat(500_000), fc.nat(20_000), sizes, fc.boolean(), async (fileSize, fieldSize, pieces, isSlow) => {
        const contents = [Buffer.alloc(fileSize, "\r\n--x"), Buffer.alloc(fieldSize, "y")];
        const form = formOf([filePart(contents[0]), field("name", contents[1] as Buffer), field("tags", "")]);
        async function* arriving() {
          for (let at = 0, index = 0; at < form.length; index += 1) {
            const end = at + (pieces[index % pieces.length] as number);
            yield form.subarray(at, end);
            at = end;
          }
        }
        const taken: Buffer[] = [];
        const reading = readParts(arriving(), boundary, () => {
          const place = taken.push(Buffer.alloc(0)) - 1;
          return {
            async take(bytes) {
              if (isSlow) await Bun.sleep(0);
              taken[place] = Buffer.concat([taken[place] as Buffer, bytes]);
            },
            end() {},
          };
        });
        expect(await Promise.race([reading.then(() => "whole"), Bun.sleep(20_000).then(() => "stuck")])).toBe("whole");
        expect(taken.map((bytes) => Bun.hash(bytes))).toEqual([...contents, Buffer.alloc(0)].map((bytes) => Bun.hash(bytes)));
      }),
      { numRuns: 60 },
    );
  });
});

onBothEngines("large and broken uploads", (engine) => {
  const limit = 2 * mebibyte;
  const service = useService(engine, { maxUploadBytes: limit });

  test("a file of just the limit is taken; a byte more is refused, announced or in chunks", async () => {
    const largest = formOf([filePart(pngOfBytes(limit))]);
    const tooLarge = formOf([filePart(pngOfBytes(limit + 1))]);
    const before = await left(service());
    for (const body of [tooLarge, new Blob([tooLarge]).stream()]) {
      const response = await postForm(service(), body);
      expect([response.status, ((await response.json()) as ProblemBody).code]).toEqual([413, "body_too_large"]);
    }
    expect(await left(service())).toEqual(before);
    for (const body of [largest, new Blob([largest]).stream()]) expect((await postForm(service(), body)).status).toBe(201);
  });

  test("a length beyond the limit is refused before a byte of it is sent", async () => {
    const answer = await rawUpload(service(), { "content-length": String(limit * 20) }, async () => {});
    expect(answer).toStartWith("HTTP/1.1 413 ");
    expect(answer).toContain('"code":"body_too_large"');
  });

  test("one in chunks is cut as soon as it has passed the limit, though it goes on", async () => {
    let sent = 0;
    const answer = await rawUpload(service(), { "transfer-encoding": "chunked" }, async (write, isAnswered) => {
      await write(chunk(formOf([filePart()]).subarray(0, 150)));
      for (; sent < 60 && !isAnswered(); sent += 1) await write(chunk(Buffer.alloc(mebibyte / 4)));
    });
    expect(answer).toStartWith("HTTP/1.1 413 ");
    expect(sent).toBeLessThan(60);
    expect(onTheirWay(service())).toEqual([]);
  });

  test("one that is cut in the middle leaves nothing, wherever it is cut", async () => {
    const form = formOf([field("name", "Cut"), filePart(pngOfBytes(300_000)), field("tags", "x")]);
    const before = await left(service());
    for (const at of [0, 10, 100, 250, 1_000, 150_000, form.length - 100, form.length - 3]) {
      for (const announced of [true, false]) {
        const headers: Record<string, string> = announced
          ? { "content-length": String(form.length) }
          : { "transfer-encoding": "chunked" };
        await rawUpload(service(), headers, async (write, _, destroy) => {
          await write(announced ? form.subarray(0, at) : chunk(form.subarray(0, Math.max(1, at))));
          await Bun.sleep(20);
          destroy();
        });
      }
    }
    await until(() => onTheirWay(service()).length === 0);
    expect(await left(service())).toEqual(before);
    expect(service().logged.join("")).not.toContain('"level":"error"');
  });

  test("one that ends too early by its own account is refused", async () => {
    const form = formOf([filePart(pngOfBytes(100_000))]);
    const before = await left(service());
    for (const at of [0, 10, 120, 50_000, form.length - 4]) {
      const response = await postForm(service(), form.subarray(0, at));
      expect([at, response.status, ((await response.json()) as ProblemBody).code]).toEqual([at, 400, "malformed_body"]);
    }
    expect(await left(service())).toEqual(before);
  });

  test("a key that is revoked while its upload is on its way gets nothing stored", async () => {
    const { api } = service();
    const issued = await api.call("createApiKey", { body: { name: "k", scopes: ["assets:write"] } });
    const form = formOf([filePart()]);
    const before = await left(service());
    const headers = { "content-length": String(form.length), "x-api-key": issued.key as string };
    const answer = await rawUpload(service(), headers, async (write) => {
      await write(form.subarray(0, 100));
      await Bun.sleep(50);
      await api.call("revokeApiKey", { params: { key_id: issued.keyId } });
      await write(form.subarray(100));
    });
    expect(answer).toStartWith("HTTP/1.1 401 ");
    expect(await left(service())).toEqual(before);
  });
});

describe("a server as it is shipped", () => {
  test("refuses 26 MiB and takes 25, announced or in chunks", async () => {
    await using server = await start("sqlite");
    for (const [size, status] of [
      [25 * mebibyte, 201],
      [26 * mebibyte, 413],
    ] as const) {
      const form = formOf([filePart(pngOfBytes(size))]);
      for (const body of [form, new Blob([form]).stream()]) {
        expect([size, (await postForm(server, body)).status]).toEqual([size, status]);
      }
    }
    expect(filesIn(server.dataFolder)).toHaveLength(4);
  });

  test("answers others while it takes uploads, and stays in its memory through 200 of 20 MB, taken and refused", async () => {
    await using server = await start("sqlite");
    const taken = formOf([filePart(pngOfBytes(20_000_000))]);
    const refused = formOf([filePart(filler(20_000_000))]);
    const residentMb = () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1]) / 1_024;
    const measure = async (form: Buffer<ArrayBuffer>, count: number, status: number) => {
      let most = 0;
      for (let sent = 0; sent < count; sent += 4) {
        const statuses = await Promise.all(Array.from({ length: 4 }, async () => (await postForm(server, form)).status));
        expect(statuses).toEqual([status, status, status, status]);
        most = Math.max(most, residentMb());
        for (const asset of (await server.api.call("listAssets", {})).items) {
          for (let step = 0; step < 2; step += 1) await server.api.call("deleteAsset", { params: { asset_id: asset.assetId } });
          for (const name of filesIn(server.dataFolder))
            await Bun.file(join(server.dataFolder, "files", asset.tenantId, name))
              .delete()
              .catch(() => {});
        }
      }
      return most;
    };
    const idle = residentMb();
    const early = Math.max(await measure(taken, 20, 201), await measure(refused, 20, 422));
    const late = Math.max(await measure(taken, 80, 201), await measure(refused, 80, 422));
    expect(early - idle).toBeLessThan(150);
    expect(late - early).toBeLessThan(40);
    expect(filesIn(server.dataFolder)).toEqual([]);
  });

  test("has nothing of an upload left after it was killed in the middle of it and started again", async () => {
    const storage = await createStorage("sqlite");
    const first = await spawnServer(storage.environment);
    const form = formOf([filePart(pngOfBytes(1_000_000))]);
    const uploading = rawUpload(first, { "content-length": String(form.length) }, async (write) => {
      await write(form.subarray(0, 600_000));
      await until(() => filesIn(storage.dataFolder).length > 0);
      await first.kill();
    });
    await uploading;
    expect(filesIn(storage.dataFolder)).toHaveLength(1);
    await using second = await spawnServer(storage.environment, first.api.key);
    expect(filesIn(storage.dataFolder)).toEqual([]);
    await second.stop();
    await storage.remove();
  });
});

const small = () => sharp({ create: { width: 16, height: 16, channels: 3, background: "#2f5d50" } });
const noise = () =>
  sharp({
    create: { width: 200, height: 200, channels: 3, background: "red", noise: { type: "gaussian", mean: 128, sigma: 30 } },
  });
const bytesOf = async (image: ReturnType<typeof small>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await image.toBuffer());

/** Bytes of no kind we know. */
function filler(size: number): Uint8Array {
  return Buffer.alloc(size, 0xfe);
}

function withBytes(content: Uint8Array, at: number, text: string): Buffer<ArrayBuffer> {
  const changed = Buffer.from(content);
  changed.write(text, at, "latin1");
  return changed;
}

/** A JPEG with a comment segment right behind its start. */
function withComment(jpeg: Uint8Array, text: string): Buffer<ArrayBuffer> {
  const head = Buffer.from([0xff, 0xfe, 0, text.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(text, "latin1"), jpeg.subarray(2)]);
}

/** The smallest archive that a reader of archives would open. */
function zip(name: string, content: string): Buffer<ArrayBuffer> {
  const packed = deflateRawSync(content);
  const local = Buffer.alloc(30 + name.length);
  local.write("PK\x03\x04", 0, "latin1");
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt16LE(name.length, 26);
  local.write(name, 30, "latin1");
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  return Buffer.concat([local, packed, end]);
}

interface Target {
  origin: string;
  api: { key: string };
}

function postForm({ origin, api }: Target, body: Buffer<ArrayBuffer> | ReadableStream): Promise<Response> {
  return fetch(`${origin}/v0/assets`, { method: "POST", headers: { "x-api-key": api.key, "content-type": formType }, body });
}

/** An upload by hand, over a socket of its own; what was answered, if anything. */
function rawUpload(
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

function chunk(bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; !isTrue() && tries < 500; tries += 1) await Bun.sleep(10);
}

/** All that uploads leave: files, those on their way, records and jobs. */
async function left(service: TestService): Promise<unknown> {
  return {
    files: filesIn(service.storage.dataFolder),
    assets: (await service.api.call("listAssets", {})).totalCount,
    jobs: (await waitingJobs(service)).length,
  };
}

function onTheirWay({ files }: TestService): string[] {
  return readdirSync(files.incoming);
}

function filesIn(dataFolder: string): string[] {
  return readdirSync(join(dataFolder, "files"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();
}

async function start(engine: Engine): Promise<ServerProcess & { dataFolder: string }> {
  const storage = await createStorage(engine);
  const server = await spawnServer(storage.environment);
  const dispose = async () => {
    await server[Symbol.asyncDispose]();
    await storage.remove();
  };
  return { ...server, dataFolder: storage.dataFolder, [Symbol.asyncDispose]: dispose };
}
