import type { Operation } from "../../../contract";
import { png } from "./images";
import { schemaOf } from "./samples";

const boundary = "----foyer-test";
const type = `multipart/form-data; boundary=${boundary}`;

/** A form that must be refused. */
export interface BadForm {
  what: string;
  body: Uint8Array<ArrayBuffer>;
  status: number;
  /** Where one of the reported problems must be, or begin. */
  location?: string;
  contentType: string | null;
}

/** A part as it goes over the wire; text is sent as its bytes in UTF-8. */
export interface Part {
  /** The whole of its headers, without the empty line. */
  head: string;
  content: string | Uint8Array;
}

export function field(name: string, content: string | Uint8Array): Part {
  return { head: `Content-Disposition: form-data; name="${name}"`, content };
}

export function filePart(content: Uint8Array = png(), filename = "sample.png", name = "file"): Part {
  return { head: `Content-Disposition: form-data; name="${name}"; filename="${filename}"`, content };
}

export function formOf(parts: Part[], separator = boundary): Buffer<ArrayBuffer> {
  const pieces = parts.flatMap(({ head, content }) => [`--${separator}\r\n${head}\r\n\r\n`, content, "\r\n"]);
  return Buffer.concat([...pieces, `--${separator}--\r\n`].map((piece) => Buffer.from(piece as string)));
}

export const formType = type;

/** Every way a form of this operation can be wrong in, made out of one that is right. */
export function badForms(operation: Operation, right: Record<string, string | string[]>): BadForm[] {
  const fields = Object.entries(right).flatMap(([name, values]) => [values].flat().map((value) => field(name, value)));
  const without = (name: string) => fields.filter(({ head }) => !head.includes(`name="${name}"`));
  const whole = formOf([...fields, filePart()]);
  const refused = (what: string, parts: Part[], location: string): BadForm => ({
    what,
    body: formOf(parts),
    status: 422,
    location,
    contentType: type,
  });
  const broken = (what: string, body: Uint8Array<ArrayBuffer>): BadForm => ({ what, body, status: 400, contentType: type });
  return [
    ...Object.entries(schemaOf(operation.body as NonNullable<Operation["body"]>).properties ?? {}).flatMap(([name, schema]) => {
      const { maxLength, minLength, enum: values, maxItems } = schema.type === "array" ? { ...schema.items, ...schema } : schema;
      const wrong = [
        ["a\0b", "NUL"],
        ...(minLength ? [["", "empty"]] : []),
        ...(maxLength ? [["😀".repeat(maxLength + 1), "too long"]] : []),
        ...(values ? [["not one of them", "not allowed"]] : []),
        ["x".repeat(20_000), "far too long"],
      ] as [string, string][];
      const repeated = Array.from({ length: maxItems ? maxItems + 1 : 2 }, () => field(name, String([right[name]].flat()[0])));
      return [
        ...wrong.map(([value, what]) =>
          refused(`${name}: ${what}`, [...without(name), field(name, value), filePart()], `body.${name}`),
        ),
        refused(`${name}: repeated`, [...without(name), ...repeated, filePart()], `body.${name}`),
        refused(`${name}: a file`, [...without(name), filePart(png(), "a.png", name), filePart()], `body.${name}`),
        broken(`${name}: not UTF-8`, formOf([...without(name), field(name, new Uint8Array([0xff, 0xfe])), filePart()])),
      ];
    }),
    ...["unknown", "__proto__", "constructor", "toString", ""].map((name) =>
      refused(`${name} is unknown`, [...fields, field(name, "x"), filePart()], `body.${name}`),
    ),
    refused("no file", fields, "body.file"),
    refused("no file and no field", [], "body.file"),
    refused("a file that is text", [field("file", "[object Blob]")], "body.file"),
    refused("a file without a filename", [...fields, field("file", png())], "body.file"),
    refused("a file and a text of its name", [filePart(), field("file", "[object Blob]")], "body.file"),
    refused("two files", [filePart(), filePart()], "body.file"),
    refused("a file of another name", [filePart(png(), "a.png", "picture"), filePart()], "body.picture"),
    refused("a name with NUL", [filePart(png(), "a\0b.png")], "body.file"),
    broken("nothing", Buffer.alloc(0)),
    broken("no boundary in it", Buffer.from("x".repeat(1_000))),
    broken("another boundary", Buffer.from(whole.toString("latin1").replaceAll(boundary, "----another"), "latin1")),
    broken("cut off in the file", whole.subarray(0, whole.length - 60)),
    broken("cut off before the end", whole.subarray(0, whole.length - 6)),
    broken("cut off in a header", whole.subarray(0, boundary.length + 20)),
    broken("200 parts", formOf([...Array.from({ length: 199 }, () => field("tags", "x")), filePart()])),
    broken("a part without headers", formOf([{ head: "", content: "x" }, filePart()])),
    broken("a part of nothing", Buffer.concat([Buffer.from(`--${boundary}\r\n`), whole])),
    broken("a line that is no header", formOf([{ ...filePart(), head: `${filePart().head}\r\nno header` }])),
    broken(
      "a boundary with more on its line",
      Buffer.concat([Buffer.from(`--${boundary}x`), whole.subarray(boundary.length + 2)]),
    ),
    broken("a part without a name", formOf([{ head: "Content-Disposition: form-data", content: "x" }, filePart()])),
    broken(
      "a part that is no field",
      formOf([{ head: 'Content-Disposition: attachment; name="name"', content: "x" }, filePart()]),
    ),
    broken("a part with two names", formOf([{ head: 'Content-Disposition: form-data; name="a"; name="b"', content: "x" }])),
    broken("a long header", formOf([{ ...filePart(), head: `${filePart().head}\r\nX-Long: ${"a".repeat(100_000)}` }])),
    broken("a long header in front", formOf([{ ...filePart(), head: `X-Long: ${"a".repeat(100_000)}\r\n${filePart().head}` }])),
    broken(
      "many headers",
      formOf([{ ...filePart(), head: [filePart().head, ...Array.from({ length: 5_000 }, (_, n) => `X-${n}: a`)].join("\r\n") }]),
    ),
    broken(
      "backslashes without end",
      formOf([{ head: `Content-Disposition: form-data; name="${"\\".repeat(8_000)}`, content: "" }]),
    ),
    broken("base64", formOf([{ ...filePart(), head: `${filePart().head}\r\nContent-Transfer-Encoding: base64` }])),
    ...[
      "text/plain",
      "application/json",
      "multipart/mixed; boundary=x",
      "multipart/form-data",
      "application/x-www-form-urlencoded",
      null,
    ].map((contentType) => ({ what: `content type ${contentType}`, body: whole, status: 415, contentType })),
  ];
}
