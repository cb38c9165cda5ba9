import { rm } from "node:fs/promises";
import { join } from "node:path";
import { maxFormFileBytes, maxFormFiles } from "../../../contract/visits/visitor-forms";
import type { SentFile } from "../../features/assets";
import { limitedChunks, limitedText } from "../../files/multipart/body-chunks";
import { boundaryIn, type PartSink, readParts } from "../../files/multipart/form-parts";
import { SavedFile } from "../../files/multipart/saved-file";
import { Problem } from "../../records/problem";

/** Of all texts of a form together, however they are escaped. */
const maxTextBytes = 65_536;
/** `%E6` is one byte. */
const escapedByteLength = 3;

/** What a visitor sent. Its files are on disk until `discard`. */
export interface ReceivedForm {
  fields: URLSearchParams;
  files: SentFile[];
  discard(): Promise<unknown>;
}

/** Undefined for a body that is not a form. */
export async function receiveText(request: Request): Promise<ReceivedForm | "too long" | undefined> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) return undefined;
  const text = await limitedText(request, maxTextBytes * escapedByteLength);
  if (text === undefined) return "too long";
  const fields = new URLSearchParams(text);
  if (bytesOf(fields) > maxTextBytes) return "too long";
  return { fields, files: [], discard: async () => {} };
}

function bytesOf(fields: URLSearchParams): number {
  let bytes = 0;
  // With `=` and `&`: otherwise any number of empty fields would weigh nothing.
  for (const [name, value] of fields) bytes += Buffer.byteLength(name) + Buffer.byteLength(value) + 2;
  return bytes;
}

/** Whether it is a form that may have files. */
export function isUpload(request: Request): boolean {
  return boundaryIn(request.headers.get("content-type")) !== undefined;
}

/**
 * Only files of the named fields are kept. `too large`: there are more files, or larger ones, than a form may have; `too long`: its
 * texts are too long. Undefined for a form that is broken or comes too slowly.
 */
export async function receiveUpload(
  request: Request,
  tenantId: string,
  fileFields: ReadonlySet<string>,
  incoming: string,
  isTooSlow: () => boolean,
): Promise<ReceivedForm | "too large" | "too long" | undefined> {
  const maxBytes = maxFormFileBytes + maxTextBytes;
  const boundary = boundaryIn(request.headers.get("content-type"));
  if (boundary === undefined) return undefined;
  if (Number(request.headers.get("content-length")) > maxBytes) return "too large";
  const fields = new URLSearchParams();
  const saved: { field: string; file: SavedFile }[] = [];
  const discard = () => Promise.all(saved.map(({ file }) => rm(file.path, { force: true })));
  const texts = new TextParts(fields);
  try {
    await readParts(inTime(limitedChunks(request, tenantId, maxBytes, tooLarge), isTooSlow), boundary, ({ field, filename }) => {
      if (filename === undefined) return texts.sink(field);
      // A file that was not chosen comes without a name.
      fields.append(field, fileFields.has(field) ? filename : "");
      if (filename === "" || !fileFields.has(field)) return ignored;
      if (saved.length === maxFormFiles) throw tooLarge();
      const file = new SavedFile(join(incoming, crypto.randomUUID()), filename, maxFormFileBytes, tooLarge);
      saved.push({ field, file });
      return file;
    });
    const files: SentFile[] = [];
    for (const { field, file } of saved) files.push({ field, file: await file.finish() });
    return { fields, files, discard };
  } catch (error) {
    await Promise.all(saved.map(({ file }) => file.close()));
    await discard();
    if (!(error instanceof Problem)) throw error;
    if (error.code !== "body_too_large") return undefined;
    return texts.areTooLong ? "too long" : "too large";
  }
}

/** A client that sends nothing at all is cut by the listener, so that it is enough to look at each chunk. */
async function* inTime(chunks: AsyncIterable<Uint8Array>, isTooSlow: () => boolean): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    if (isTooSlow()) throw new Problem("malformed_body");
    yield chunk;
  }
}

const ignored: PartSink = { take() {}, end() {} };

function tooLarge(): Problem {
  return new Problem("body_too_large");
}

/** The fields that are no files, with a limit for all of them. */
class TextParts {
  #bytes = 0;

  constructor(readonly fields: URLSearchParams) {}

  get areTooLong(): boolean {
    return this.#bytes > maxTextBytes;
  }

  sink(field: string): PartSink {
    const pieces: Buffer[] = [];
    return {
      take: (bytes) => {
        this.#bytes += bytes.length;
        if (this.areTooLong) throw tooLarge();
        pieces.push(Buffer.from(bytes));
      },
      end: () => this.fields.append(field, Buffer.concat(pieces).toString()),
    };
  }
}
