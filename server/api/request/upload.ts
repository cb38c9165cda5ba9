import { rm } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { FieldProblem, Operation, UploadedFile } from "../../../contract";
import { limitedChunks } from "../../files/multipart/body-chunks";
import { boundaryIn, type PartSink, readParts } from "../../files/multipart/form-parts";
import { malformed, type PartHead } from "../../files/multipart/part-head";
import { SavedFile } from "../../files/multipart/saved-file";
import { Problem } from "../../records/problem";
import { shortened } from "../../validation/parse-fields";
import { refuseCompressed } from "./body";
import { inspect } from "./inspect";

const maxFieldBytes = 16_384;
/** What fields and headers may add to the largest file. */
const maxOverheadBytes = 262_144;

/** A form that arrived whole: its fields as the schema has them, and its file, on disk until `discard`. */
export interface ReceivedUpload {
  body: Record<string, unknown>;
  file: UploadedFile | undefined;
  problems: FieldProblem[];
  /** The same for the same fields and file, however they were wrapped up. */
  text: string;
  discard(): Promise<void>;
}

/** Refuses in this order: too large, not a form, broken; then whatever is wrong with its fields, all at once. */
export function createUploadReceiver(operation: Operation, incoming: string, maxFileBytes: number) {
  const { properties = {} } = z.toJSONSchema(operation.body as z.ZodObject, { io: "input", unrepresentable: "any" });
  const lists = new Set(Object.keys(properties).filter((name) => (properties[name] as { type?: string }).type === "array"));
  const fileField = operation.upload?.field as string;
  const tooLarge = () => new Problem("body_too_large", { detail: `A file has at most ${maxFileBytes} bytes` });

  return async (request: Request, tenantId: string): Promise<ReceivedUpload> => {
    if (Number(request.headers.get("content-length")) > maxFileBytes + maxOverheadBytes) throw tooLarge();
    const boundary = boundaryIn(request.headers.get("content-type"));
    if (boundary === undefined) {
      throw new Problem("unsupported_media_type", { detail: "Send a form: Content-Type: multipart/form-data; boundary=…" });
    }
    refuseCompressed(request);
    const form = new Form(lists, fileField);
    const path = join(incoming, crypto.randomUUID());
    const discard = () => rm(path, { force: true });
    let saved: SavedFile | undefined;
    try {
      await readParts(limitedChunks(request, tenantId, maxFileBytes + maxOverheadBytes, tooLarge), boundary, (head) => {
        if (!form.expectsFile(head)) return form.sinkFor(head);
        saved = new SavedFile(path, head.filename, maxFileBytes, tooLarge);
        return saved;
      });
      const file = await saved?.finish();
      return { body: form.body, file, problems: form.problems, text: form.textWith(file), discard };
    } catch (error) {
      await saved?.close();
      await discard();
      throw error;
    }
  };
}

/** The fields as they come in, and what is wrong with the way they come. */
class Form {
  readonly body: Record<string, unknown> = Object.create(null);
  readonly problems: FieldProblem[] = [];
  readonly #sent: [string, string][] = [];
  #hasFile = false;

  constructor(
    readonly lists: Set<string>,
    readonly fileField: string,
  ) {}

  expectsFile({ field, filename }: PartHead): boolean {
    if (field !== this.fileField || this.#hasFile || filename === undefined) return false;
    this.#hasFile = true;
    inspect(filename, `body.${field}`, this.problems);
    return true;
  }

  sinkFor({ field, filename }: PartHead): PartSink {
    const location = `body.${shortened(field)}`;
    const ignoring: PartSink = { take() {}, end() {} };
    if (field === this.fileField) {
      // What has no name was sent as text, mostly by mistake: "[object Blob]".
      if (filename === undefined)
        this.problems.push({ location, code: "wrong_type", message: "must be a file, with a filename" });
      else this.problems.push({ location, code: "repeated", message: "must be given once" });
      return ignoring;
    }
    if (filename !== undefined) {
      this.problems.push({ location, code: "wrong_type", message: "must be a field, not a file" });
      return ignoring;
    }
    const pieces: Buffer[] = [];
    let size = 0;
    return {
      take: (bytes) => {
        size += bytes.length;
        if (size <= maxFieldBytes) pieces.push(Buffer.from(bytes));
      },
      end: () => {
        if (size <= maxFieldBytes) this.#add(field, decoded(Buffer.concat(pieces)));
        else this.problems.push({ location, code: "too_long", message: `must have at most ${maxFieldBytes} bytes` });
      },
    };
  }

  textWith(file: UploadedFile | undefined): string {
    const sent = this.#sent.toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
    return JSON.stringify([sent, file?.filename, file?.sha256]);
  }

  #add(field: string, value: string): void {
    this.#sent.push([field, value]);
    const before = this.body[field];
    if (this.lists.has(field)) this.body[field] = [...((before as string[] | undefined) ?? []), value];
    else if (before === undefined) this.body[field] = value;
    else this.problems.push({ location: `body.${shortened(field)}`, code: "repeated", message: "must be given once" });
  }
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw malformed("A field of the form is not valid UTF-8");
  }
}
