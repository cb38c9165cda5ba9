import { closeSync, fdatasync, openSync } from "node:fs";

/**
 * Makes the write-ahead log durable in a thread of the runtime's. SQLite itself would do so within each commit, and hold up the
 * whole event loop until the disk has answered.
 */
export class LogFile {
  readonly #path: string;
  #descriptor: number | undefined;

  constructor(file: string) {
    this.#path = `${file}-wal`;
  }

  sync(): Promise<void> {
    this.#descriptor ??= openSync(this.#path, "r+");
    const descriptor = this.#descriptor;
    return new Promise((resolve, reject) => fdatasync(descriptor, (error) => (error ? reject(error) : resolve())));
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}
