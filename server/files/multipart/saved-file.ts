import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import type { UploadedFile } from "../../../contract";
import type { Problem } from "../../records/problem";
import { Unavailable } from "../../storage/port";
import type { PartSink } from "./form-parts";

/** A file of a form, written to disk as it arrives. */
export class SavedFile implements PartSink {
  readonly #hash = createHash("sha256");
  #handle: FileHandle | undefined;
  #size = 0;

  constructor(
    readonly path: string,
    readonly filename: string | undefined,
    readonly maxBytes: number,
    readonly tooLarge: () => Problem,
  ) {}

  async take(bytes: Buffer): Promise<void> {
    this.#size += bytes.length;
    if (this.#size > this.maxBytes) throw this.tooLarge();
    this.#hash.update(bytes);
    try {
      this.#handle ??= await open(this.path, "wx", 0o600);
      await this.#handle.writeFile(bytes);
    } catch (cause) {
      throw new Unavailable("the file can't be written", { cause });
    }
  }

  end(): void {}

  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = undefined;
  }

  async finish(): Promise<UploadedFile> {
    if (this.#size === 0) this.#handle = await open(this.path, "wx", 0o600);
    await this.close();
    return { path: this.path, size: this.#size, sha256: this.#hash.digest("hex"), filename: this.filename };
  }
}
