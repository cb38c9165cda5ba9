import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import type { Operation } from "../../../contract";
import { isFreeObject, isNullable, type Schema, sampleOf, schemaOf, withoutNull } from "./samples";

const quietMs = 1_000;
const deepLevels = 10_000;
const deep = "[".repeat(deepLevels) + "]".repeat(deepLevels);

/** A body that must be refused. Without a status, any 4xx is right. */
export interface BadBody {
  what: string;
  text: string | Uint8Array<ArrayBuffer>;
  status?: number;
  /** Where one of the reported problems must be, or begin. */
  location?: string;
  contentType?: string | null;
}

type Path = readonly (string | number)[];

/** Every way a body of this operation can be wrong in, made out of one that is right. */
export function badBodies({ body: declaration }: Operation, right: unknown): BadBody[] {
  if (!declaration) return [];
  return [...wrongFields(schemaOf(declaration), right, []), ...wrongRoots(right), ...wrongBytes(right), ...wrongTypes(right)];
}

function* wrongFields(nullable: Schema, right: unknown, path: Path): Generator<BadBody> {
  const schema = withoutNull(nullable);
  const location = locationOf(path);
  for (const literal of wrongLiterals(nullable, right, path)) {
    const shown = literal.length > 60 ? `${literal.slice(0, 60)}… (${literal.length} characters)` : literal;
    yield { what: `${location} = ${shown}`, text: withLiteral(right, path, literal), status: 422, location };
  }
  yield { what: `${location} nested ${deepLevels} levels`, text: withLiteral(right, path, deep) };
  if (schema.type === "object" && !isFreeObject(schema)) {
    for (const name of ["unknown", "__proto__", "constructor", "toString", ""]) {
      const text = withLiteral(right, [...path, name], `{"prototype":{"polluted":true},"polluted":true}`);
      yield { what: `${location}.${name} is unknown`, text, status: 422, location: `${location}.${name}` };
    }
    for (const name of schema.required ?? []) {
      const text = withLiteral(right, [...path, name], undefined);
      yield { what: `${location}.${name} is missing`, text, status: 422, location: `${location}.${name}` };
    }
    for (const [name, field] of Object.entries(schema.properties ?? {})) yield* wrongFields(field, right, [...path, name]);
  }
  if (schema.items) yield* wrongFields(schema.items, right, [...path, 0]);
}

/** JSON texts that a field of this schema must not be. */
function* wrongLiterals(nullable: Schema, right: unknown, path: Path): Generator<string> {
  const schema = withoutNull(nullable);
  yield* otherTypes(nullable);
  if (schema.type === "string") yield* wrongTexts(schema, valueAt(right, path));
  if (schema.type === "integer" || schema.type === "number") {
    if (schema.type === "integer") yield "1.5";
    if (schema.minimum !== undefined) yield String(BigInt(schema.minimum) - 1n);
    if (schema.maximum !== undefined) yield String(BigInt(schema.maximum) + 1n);
    yield* ["1e400", "-1e400", "9007199254740993"];
  }
  if (schema.type === "array") {
    const [item] = valueAt(right, path) as unknown[];
    if (schema.minItems) yield "[]";
    if (schema.maxItems) yield JSON.stringify(Array(schema.maxItems + 1).fill(item));
  }
  if (isFreeObject(schema)) {
    yield* ['{"a":9007199254740993}', '{"a":[-9007199254740993]}', '{"a":1e400}', '{"a":{"b":"\\u0000"}}', '{"\\u0000":1}'];
    yield* ['{"a":["\\ud800"]}', '{"\\udc00":1}', '{"__proto__":{"polluted":true}}', '{"a":{"__proto__":1}}', `{"a":${deep}}`];
  }
}

function* otherTypes(nullable: Schema): Generator<string> {
  const { type } = withoutNull(nullable);
  const literals = { string: '"text"', number: "7", boolean: "true", array: "[]", object: "{}", null: "null" };
  for (const [name, literal] of Object.entries(literals)) {
    const same = name === type || (name === "number" && type === "integer") || (name === "null" && isNullable(nullable));
    if (!same) yield literal;
  }
}

function* wrongTexts({ minLength, maxLength, pattern, format, enum: values }: Schema, right: unknown): Generator<string> {
  yield* ['"a\\u0000b"', '"\\ud800"', '"a\\udc00\\ud800b"'];
  if (minLength) yield '""';
  if (maxLength) yield JSON.stringify("😀".repeat(maxLength + 1));
  if (values) yield '"not one of them"';
  if (pattern) {
    const wrong = ["!", `${right}\n`, ` ${right}`].filter((text) => !new RegExp(pattern).test(text) || text.endsWith("\n"));
    yield* wrong.map((text) => JSON.stringify(text));
  }
  if (format === "email") yield* ['"nobody"', '"a@b"', '"a b@c.example"', '"a@b@c.example"'];
  if (format === "uri-reference") {
    yield* ["javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "java\nscript:alert(1)"].map((url) =>
      JSON.stringify(url),
    );
    yield* ["/\\\\other.example", "/a b", "/<b>", '/"x', "/`x", "/a\u00a0b", "\u2028/a", "{token}script:x"].map((url) =>
      JSON.stringify(url),
    );
    yield* ["data:text/html,x", "vbscript:x", "file:///etc/passwd", "\u0001javascript:alert(1)"].map((url) =>
      JSON.stringify(url),
    );
  }
}

function* wrongRoots(right: unknown): Generator<BadBody> {
  for (const text of ["null", "[]", '"text"', "7", "true", `[${JSON.stringify(right)}]`])
    yield { what: `the body ${text.slice(0, 60)}`, text, status: 422, location: "body" };
  const whole = JSON.stringify(right);
  for (const text of [
    "{",
    "nope",
    "{'a':1}",
    `${whole}x`,
    `${whole},`,
    whole.slice(0, -1),
    '{"a":NaN}',
    '{"a":01}',
    '{"a":"\t"}',
    "\u0000",
  ])
    yield { what: `not JSON: ${text.slice(-60)}`, text, status: 400 };
}

function* wrongBytes(right: unknown): Generator<BadBody> {
  const whole = JSON.stringify(right);
  const damages = {
    "a lone byte": [0xff],
    "an overlong NUL": [0xc0, 0x80],
    "a surrogate": [0xed, 0xa0, 0x80],
    "half a letter": [0xe2, 0x82],
  };
  for (const [what, bytes] of Object.entries(damages)) {
    const text = new Uint8Array([...Buffer.from('{"a":"'), ...bytes, ...Buffer.from('"}')]);
    yield { what: `invalid UTF-8: ${what}`, text, status: 400 };
  }
  yield { what: "UTF-16", text: new Uint8Array(Buffer.from(`\ufeff${whole}`, "utf16le")), status: 400 };
  yield { what: "gzip", text: new Uint8Array(gzipSync(whole)), status: 400 };
}

function* wrongTypes(right: unknown): Generator<BadBody> {
  const form = ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"];
  const near = ["text/json", "application/jsonp", "application/json; charset=utf-16", "application/jso", "json", ""];
  for (const contentType of ["text/plain", ...form, ...near, null])
    yield { what: `content type ${contentType}`, text: JSON.stringify(right), status: 415, contentType };
}

/** A body with a mistake in every field, and where each must be reported. */
export function everythingWrong({ body: declaration }: Operation): { body: unknown; locations: string[] } {
  const locations: string[] = [];
  const spoil = (nullable: Schema, path: Path): unknown => {
    const { type, properties } = withoutNull(nullable);
    if (type !== "object" || properties === undefined) {
      locations.push(locationOf(path));
      return type === "boolean" ? 7 : true;
    }
    locations.push(locationOf([...path, "unknown"]));
    const fields = Object.entries(properties).map(([name, field]) => [name, spoil(field, [...path, name])]);
    return { ...Object.fromEntries(fields), unknown: 1 };
  };
  return { body: declaration && spoil(schemaOf(declaration), []), locations };
}

/** The text fields that keep any text, with their bound; an identifier is none, it names a record, and a path is normalised. */
export function boundedTexts({ body: declaration }: Operation): { path: Path; maxLength: number }[] {
  if (!declaration) return [];
  const right = sampleOf(declaration, { word: "sample1" });
  const found: { path: Path; maxLength: number }[] = [];
  const visit = (nullable: Schema, path: Path): void => {
    const { maxLength, format, properties } = withoutNull(nullable);
    const takesAny = () => declaration.safeParse(JSON.parse(withLiteral(right, path, '"😀"'))).success;
    if (maxLength !== undefined && format !== "path" && !String(path.at(-1)).endsWith("Id") && takesAny())
      found.push({ path, maxLength });
    for (const [name, field] of Object.entries(properties ?? {})) visit(field, [...path, name]);
  };
  visit(schemaOf(declaration), []);
  return found;
}

/** Query strings that must be refused. */
export function badQueries({ query: declaration }: Operation): string[] {
  const unknown = ["unknown=1", "__proto__=1", "constructor=1", "=1", "%00=1", "%zz=1", "limit%5B%5D=1", "limit%5B0%5D=1"];
  const known = Object.entries(declaration ? (schemaOf(declaration).properties ?? {}) : {});
  return [
    ...unknown,
    ...known.flatMap(([name, schema]) => wrongValues(schema).map((value) => `${name}=${value}`)),
    ...repeated(known),
  ];
}

function wrongValues({ type, enum: values, pattern, minLength, maxLength, minimum, maximum }: Schema): string[] {
  const wrong = ["%00", "%", "%zz", "%ED%A0%80", "%FF"];
  if (type === "integer") wrong.push("abc", "1.5", "", "1e1", "0x10", "%201", "1,2", "NaN", "99999999999999999999");
  if (type === "boolean") wrong.push("yes", "1", "TRUE", "");
  if (minimum !== undefined) wrong.push(String(minimum - 1));
  if (maximum !== undefined) wrong.push(String(maximum + 1));
  if (minLength) wrong.push("");
  if (maxLength) wrong.push("a".repeat(maxLength + 1));
  if (values) wrong.push("not+one+of+them");
  if (pattern) wrong.push("%21");
  return wrong;
}

function repeated(known: [string, Schema][]): string[] {
  return known.map(([name, { type, enum: values }]) => {
    const value = type === "integer" ? "1" : String(values?.[0] ?? "a");
    return `${name}=${value}&${name}=${value}`;
  });
}

/** Path segments that must be refused, still percent-encoded. */
export const badSegments = ["%00", "a%00", "%", "%zz", "%FF", "%C0%80", "%ED%A0%80", "a".repeat(513), "a".repeat(5_000)];

/** `right` with the JSON text in place of what is at the path; without it when there is none. */
export function withLiteral(right: unknown, path: Path, literal: string | undefined): string {
  if (path.length === 0) return literal as string;
  const placeholder = "\u0001here\u0001";
  const copy = JSON.parse(JSON.stringify(right));
  const parent = valueAt(copy, path.slice(0, -1)) as Record<PropertyKey, unknown>;
  const last = path.at(-1) as string | number;
  if (literal === undefined) delete parent[last];
  // Not an assignment: that would set the prototype when the name is __proto__.
  else Object.defineProperty(parent, last, { value: placeholder, enumerable: true, configurable: true, writable: true });
  return JSON.stringify(copy).replace(JSON.stringify(placeholder), () => literal ?? "");
}

export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], value);
}

function locationOf(path: Path): string {
  return path.reduce<string>((text, key) => text + (typeof key === "number" ? `[${key}]` : `.${key}`), "body");
}

/** The status of every answer on a connection of its own, until it is closed or has gone quiet. */
export function rawRequest(port: number, bytes: string): Promise<number[]> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let received = "";
    const end = () => socket.destroy();
    socket.setTimeout(quietMs, end);
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
    });
    socket.on("error", end);
    socket.on("close", () => resolve([...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))));
    socket.write(Buffer.from(bytes, "latin1"));
  });
}

/** Requests that two parsers may read differently, or that are none; each would create a person if it got through. */
export function malformedRequests(key: string): Record<string, string> {
  const person = '{"name":"x"}';
  const start = `POST /v0/persons HTTP/1.1\r\nHost: foyer.test\r\nx-api-key: ${key}\r\nContent-Type: application/json\r\n`;
  const post = (headers: string, body = person) => `${start}${headers}\r\n\r\n${body}`;
  const chunked = (body: string) => post("Transfer-Encoding: chunked", body);
  const withLength = (length: string) => post(`Content-Length: ${length}`);
  const withLine = (line: string) => post("Content-Length: 12").replace("POST /v0/persons HTTP/1.1", () => line);
  const inChunks = `c\r\n${person}\r\n0\r\n\r\n`;
  const hidden = `0\r\n\r\n${withLength("12")}`;
  return {
    "two lengths": post("Content-Length: 2\r\nContent-Length: 12"),
    "a list of lengths": withLength("12, 12"),
    "a negative length": withLength("-1"),
    "a signed length": withLength("+12"),
    "a hexadecimal length": withLength("0xc"),
    "a length in words": withLength("twelve"),
    "an empty length": withLength(""),
    "a length beyond all numbers": withLength("99999999999999999999"),
    "a length with a space before the colon": post("Content-Length : 12"),
    "length, then chunks": post("Content-Length: 12\r\nTransfer-Encoding: chunked", hidden),
    "chunks, then length": post("Transfer-Encoding: chunked\r\nContent-Length: 4", hidden),
    "an unknown coding": post("Transfer-Encoding: xchunked", inChunks),
    "chunks that are not last": post("Transfer-Encoding: chunked, identity", inChunks),
    "chunks twice": post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked, chunked", inChunks),
    "two codings": post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", inChunks),
    "compressed chunks": post("Transfer-Encoding: gzip, chunked", inChunks),
    "a coding with a space before the colon": post("Transfer-Encoding : chunked\r\nContent-Length: 12", inChunks),
    "chunks in HTTP/1.0": chunked(inChunks).replace("HTTP/1.1", "HTTP/1.0"),
    "a chunk size that is no number": chunked(`zz\r\n${person}\r\n0\r\n\r\n`),
    "a chunk size with 0x": chunked(`0xc\r\n${person}\r\n0\r\n\r\n`),
    "a negative chunk size": chunked(`-c\r\n${person}\r\n0\r\n\r\n`),
    "a chunk size that overflows": chunked(`1000000000000000c\r\n${person}\r\n0\r\n\r\n`),
    "chunks ended by LF alone": chunked(`c\n${person}\n0\n\n`),
    "a chunk longer than its size": chunked(`c\r\n${person}XX0\r\n\r\n`),
    "lines ended by LF alone": withLength("12").replaceAll("\r\n", "\n"),
    "a folded header": post("X-A: a\r\n b\r\nContent-Length: 12"),
    "a NUL in a header": post("X-A: a\0b\r\nContent-Length: 12"),
    "a CR in a header": post("X-A: a\rb\r\nContent-Length: 12"),
    "a header without a colon": post("nothing\r\nContent-Length: 12"),
    "a header without a name": post(": a\r\nContent-Length: 12"),
    "a header name with a parenthesis": post("X(A): a\r\nContent-Length: 12"),
    "no Host": withLength("12").replace("Host: foyer.test\r\n", ""),
    "HTTP/0.9": "GET /v0/persons\r\n\r\n",
    "HTTP/2.0": withLine("POST /v0/persons HTTP/2.0"),
    "an unknown method": withLine("FOO /v0/persons HTTP/1.1"),
    "a method in lowercase": withLine("post /v0/persons HTTP/1.1"),
    "two spaces": withLine("POST  /v0/persons HTTP/1.1"),
    "a NUL in the path": withLine("POST /v0/per\0sons HTTP/1.1"),
    "a path without a slash": withLine("POST v0/persons HTTP/1.1"),
    "no HTTP at all": `\x16\x03\x01\x02\x00${"a".repeat(200)}\r\n\r\n`,
  };
}
