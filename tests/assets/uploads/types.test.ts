import { expect, test } from "bun:test";
import { deflateRawSync } from "node:zlib";
import sharp from "sharp";
import { onTodaysEngine } from "../../support/database/engines";
import { mp4, png, svg } from "../../support/samples/images";
import { bytesOf } from "../../support/samples/pictures";
import { type Content, expectRefused } from "../../support/samples/uploads";
import { useService } from "../../support/service/service";

onTodaysEngine("the type of an upload", (engine) => {
  const service = useService(engine);
  const send = (content: Content) => service().api.send("createAsset", { file: new File([content], "upload.png"), body: {} });

  test("a picture that is also another kind of file is refused", async () => {
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
    for (const [what, content] of Object.entries(polyglots)) await expectRefused(service(), what, content);
    for (const whole of [gif, jpeg, webp, png(), withComment(jpeg, "taken < yesterday > by a script")]) {
      expect((await send(whole)).status).toBe(201);
    }
  });

  test("an SVG that could run a script or load something is refused, however it hides it", async () => {
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
    for (const [what, content] of Object.entries(active)) await expectRefused(service(), what, content);
    await expectRefused(service(), "entities", drawing("&a;", '<!DOCTYPE svg [<!ENTITY a "aaaa">]>'), "body.assetType", {
      assetType: "image",
    });
    const harmless = drawing(
      '<style>rect{fill:red}</style><a href="https://x.example/on"><text>onload=1 &lt;script&gt;</text></a>',
    );
    expect((await send(harmless)).status).toBe(201);
  });

  test("a broken file, or one of an unknown type, is refused", async () => {
    const whole = await bytesOf(noise().png());
    const files: Record<string, string | Uint8Array<ArrayBuffer>> = {
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
    for (const [what, content] of Object.entries(files)) await expectRefused(service(), what, content);
  });
});

const small = () => sharp({ create: { width: 16, height: 16, channels: 3, background: "#2f5d50" } });
const noise = () =>
  sharp({
    create: { width: 200, height: 200, channels: 3, background: "red", noise: { type: "gaussian", mean: 128, sigma: 30 } },
  });

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
