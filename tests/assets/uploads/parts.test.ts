import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { readParts } from "../../../server/files/multipart/form-parts";
import { Problem } from "../../../server/records/problem";
import { field, filePart, formOf } from "../../support/samples/bad-forms";

/** Boundaries that a wrong search for them trips over, too: they begin like what stands around them. */
const boundaries = ["----foyer-test", "-", "----", "x", "a:b"];

describe("the parts of a form", () => {
  test("are all there wherever the form is cut in two or in three", async () => {
    const boundary = "cut";
    const form = formOf([filePart(Buffer.from("\r\n--\r\n")), field("tags", "b")], boundary);
    const whole = ["file(sample.png)=\r\n--\r\n", "tags=b"];
    let cuts = 0;
    for (let first = 0; first <= form.length; first += 1) {
      for (let second = first; second <= form.length; second += 1) {
        const pieces = [form.subarray(0, first), form.subarray(first, second), form.subarray(second)];
        const taken = await read(pieces, boundary);
        if (JSON.stringify(taken) !== JSON.stringify(whole)) expect([first, second, taken]).toEqual([first, second, whole]);
        cuts += 1;
      }
    }
    expect(cuts).toBe(((form.length + 1) * (form.length + 2)) / 2);
  });

  test("are what a plain decoder makes of the whole form, and a form cut short at any byte is refused", async () => {
    let truncations = 0;
    await fc.assert(
      fc.asyncProperty(forms(), sizes(), async ({ boundary, parts, form }, pieces) => {
        expect(await read(inPieces(form, pieces), boundary)).toEqual(parts);
        expect(decoded(form, boundary)).toEqual(parts);
        const end = form.length - "\r\n".length;
        for (let length = 0; length < end; length += 1) {
          const taken = await read(inPieces(form.subarray(0, length), pieces), boundary);
          if (taken !== "malformed_body") expect([form.toString("latin1"), length, taken]).toEqual([]);
          truncations += 1;
        }
        expect(await read(inPieces(form.subarray(0, end), pieces), boundary)).toEqual(parts);
      }),
      { numRuns: 100 },
    );
    expect(truncations).toBeGreaterThan(10_000);
  });

  test("are what a plain decoder makes of any bytes, in whatever pieces they arrive", async () => {
    const outcomes = { taken: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(tokens(), sizes(), async ({ boundary, body }, pieces) => {
        const taken = await read(inPieces(body, pieces), boundary);
        expect(taken).toEqual(decoded(body, boundary));
        outcomes[taken === "malformed_body" ? "refused" : "taken"] += 1;
      }),
      { numRuns: 4_000 },
    );
    // Neither outcome is so rare that the comparison would say nothing about it.
    expect(outcomes.taken).toBeGreaterThan(400);
    expect(outcomes.refused).toBeGreaterThan(400);
  });

  test("are the same however large they are, and however slowly they are taken", async () => {
    const large = fc.array(fc.integer({ min: 200, max: 400_000 }), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(fc.nat(500_000), fc.nat(20_000), large, fc.boolean(), async (fileSize, fieldSize, pieces, isSlow) => {
        const contents = [Buffer.alloc(fileSize, "\r\n--x"), Buffer.alloc(fieldSize, "y"), Buffer.alloc(0)];
        const [file, text, nothing] = contents as [Buffer, Buffer, Buffer];
        const form = formOf([filePart(file), field("name", text), field("tags", nothing)], "slow");
        const taken: Buffer[][] = [];
        await readParts(arriving(inPieces(form, pieces)), "slow", () => {
          const own: Buffer[] = [];
          taken.push(own);
          return {
            async take(bytes) {
              if (isSlow) await Bun.sleep(0);
              own.push(Buffer.from(bytes));
            },
            end() {},
          };
        });
        expect(taken.map((own) => Bun.hash(Buffer.concat(own)))).toEqual(contents.map((bytes) => Bun.hash(bytes)));
      }),
      { numRuns: 60 },
    );
  });

  test("are handed on as they arrive: no more than a boundary's length is kept back", async () => {
    const boundary = "x".repeat(70);
    const form = formOf([filePart(Buffer.alloc(300_000, "\r\n--x"))], boundary);
    const start = form.indexOf("\r\n\r\n") + 4;
    let taken = 0;
    let mostKept = 0;
    async function* watched() {
      for (let at = 0; at < form.length; at += 1_000) {
        mostKept = Math.max(mostKept, Math.min(at, start + 300_000) - start - taken);
        yield form.subarray(at, at + 1_000);
      }
    }
    await readParts(watched(), boundary, () => ({ take: (bytes) => void (taken += bytes.length), end() {} }));
    expect(taken).toBe(300_000);
    expect(mostKept).toBeLessThan(boundary.length + "\r\n--".length);
  });

  test("are read no further than the first thing that is wrong", async () => {
    const head = `--x\r\nContent-Disposition: form-data; name="a"\r\nX-Long: ${"a".repeat(100_000)}`;
    let sent = 0;
    let isClosed = false;
    async function* endless() {
      try {
        for (let at = 0; at < head.length; at += 1_000) {
          sent += 1;
          yield Buffer.from(head.slice(at, at + 1_000));
        }
      } finally {
        isClosed = true;
      }
    }
    expect(await outcomeOf(endless(), "x")).toBe("malformed_body");
    expect([sent, isClosed]).toEqual([9, true]);
  });
});

type Outcome = string[] | "malformed_body";

function read(pieces: Uint8Array[], boundary: string): Promise<Outcome> {
  return outcomeOf(arriving(pieces), boundary);
}

async function outcomeOf(chunks: AsyncIterable<Uint8Array>, boundary: string): Promise<Outcome> {
  const parts: string[] = [];
  try {
    await readParts(chunks, boundary, ({ field: name, filename }) => {
      let text = filename === undefined ? `${name}=` : `${name}(${filename})=`;
      return { take: (bytes) => void (text += bytes.toString("latin1")), end: () => void parts.push(text) };
    });
    return parts;
  } catch (error) {
    if (error instanceof Problem && error.code === "malformed_body") return error.code;
    throw error;
  }
}

/** The same by cutting up the whole form as a text: slow and large, and too short to be wrong. */
function decoded(form: Buffer, boundary: string): Outcome {
  const [, ...pieces] = `\r\n${form.toString("latin1")}`.split(`\r\n--${boundary}`);
  const last = pieces.findIndex((piece) => piece.startsWith("--"));
  const parts = pieces.slice(0, Math.max(last, 0)).map((piece) => {
    const [head = "", ...content] = piece.split("\r\n\r\n");
    const [first, ...lines] = head.split("\r\n");
    const names = lines.flatMap(
      (line) => /^Content-Disposition: form-data; name="(.*?)"(?:; filename="(.*)")?$/.exec(line) ?? [],
    );
    const isWhole = first === "" && content.length > 0 && names.length === 3 && lines.every((line) => /^[^\s:]+:.*$/.test(line));
    if (!isWhole) return undefined;
    return `${names[1]}${names[2] === undefined ? "" : `(${names[2]})`}=${content.join("\r\n\r\n")}`;
  });
  return last < 0 || parts.includes(undefined) ? "malformed_body" : (parts as string[]);
}

function forms() {
  return fc.constantFrom(...boundaries).chain((boundary) => {
    const part = fc
      .record({ name: fc.constantFrom("a", "file"), isFile: fc.boolean(), content: contents(boundary) })
      .map(({ name, isFile, content }) => (isFile ? filePart(content, "f", name) : field(name, content)));
    return fc.array(part, { maxLength: 4 }).map((sent) => {
      const parts = sent.map(({ head, content }) => {
        const [, name, filename] = /name="(\w+)"(?:; filename="(\w+)")?/.exec(head) ?? [];
        return `${name}${filename === undefined ? "" : `(${filename})`}=${Buffer.from(content as Uint8Array).toString("latin1")}`;
      });
      return { boundary, parts, form: formOf(sent, boundary) };
    });
  });
}

/** Contents that all but have the boundary in them. */
function contents(boundary: string) {
  const piece = fc.constantFrom(
    "\r",
    "\n",
    "\r\n",
    "-",
    "--",
    "\r\n-",
    "\r\n--",
    `--${boundary}`,
    boundary.slice(0, -1),
    "\xff",
    "\0",
    "a",
  );
  return fc
    .array(piece, { maxLength: 12 })
    .map((pieces) => pieces.join(""))
    .filter((text) => !`\r\n${text}\r\n`.includes(`\r\n--${boundary}`))
    .map((text) => Buffer.from(text, "latin1"));
}

/** What forms are made of, in an order that need not make sense. */
function tokens() {
  return fc.constantFrom(...boundaries).chain((boundary) => {
    const line = 'Content-Disposition: form-data; name="a"';
    const begin = `\r\n--${boundary}\r\n${line}`;
    const token = fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom(`${begin}\r\n\r\n`, `${begin}; filename="f"\r\n\r\ncontent`) },
      fc.constantFrom(
        `${begin}\r\n`,
        `${begin}\r\nno header\r\n\r\n`,
        `\r\n--${boundary}`,
        `\r\n--${boundary}x\r\n${line}\r\n\r\n`,
        `--${boundary}`,
        "--",
        "\r\n",
        "\r\n\r\n",
        "X-Y: z",
        "x",
        "\r",
        "\n",
        "-",
      ),
    );
    const end = fc.constantFrom(`\r\n--${boundary}--`, `\r\n--${boundary}--\r\n`, "");
    return fc.tuple(fc.array(token, { maxLength: 7 }), end).map(([pieces, last]) => {
      return { boundary, body: Buffer.from([...pieces, last].join(""), "latin1") };
    });
  });
}

function sizes() {
  return fc.array(fc.oneof(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 1, max: 200 })), { minLength: 1, maxLength: 8 });
}

/** The bytes in pieces of these sizes, over and over; a size of nothing is an empty piece. */
function inPieces(bytes: Buffer, pieceSizes: number[]): Buffer[] {
  const pieces: Buffer[] = [];
  const isStuck = pieceSizes.every((size) => size === 0);
  for (let at = 0, index = 0; at < bytes.length; index += 1) {
    const size = isStuck ? bytes.length : (pieceSizes[index % pieceSizes.length] as number);
    pieces.push(bytes.subarray(at, at + size));
    at += size;
  }
  return pieces;
}

/** As in an upload, the memory of a piece is used again once the next one is asked for. */
async function* arriving(pieces: Uint8Array[]) {
  for (const piece of pieces) {
    const copy = Buffer.from(piece);
    yield copy;
    copy.fill("?");
  }
}
