import { rm } from "node:fs/promises";

/** Drawn files of this process, by name. When there are too many, the one that was drawn first goes. */
export class KeptFiles<File extends { path: string }> {
  readonly #byName = new Map<string, File>();

  constructor(readonly maxFiles: number) {}

  get(name: string): File | undefined {
    return this.#byName.get(name);
  }

  /** In place of the file that had the name before. */
  keep(name: string, file: File): void {
    this.remove(name);
    this.#byName.set(name, file);
    if (this.#byName.size > this.maxFiles) this.remove(this.#byName.keys().next().value as string);
  }

  remove(name: string): void {
    const file = this.#byName.get(name);
    this.#byName.delete(name);
    if (file) rm(file.path, { force: true }).catch(() => {});
  }

  removeAll(isOutdated: (file: File) => boolean): void {
    for (const [name, file] of this.#byName) if (isOutdated(file)) this.remove(name);
  }
}
