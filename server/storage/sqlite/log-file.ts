import { closeSync, fdatasync, fdatasyncSync, openSync } from "node:fs";

/** The runtime has few threads, and others use them too: after this time the event loop itself waits for the disk. */
const patienceMs = 50;

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

  /** Called before a commit: if opening failed afterwards, the commit would already be made. */
  open(): void {
    this.#descriptor ??= openSync(this.#path, "r+");
  }

  sync(): Promise<void> {
    const descriptor = this.#descriptor as number;
    return new Promise((resolve, reject) => {
      const impatient = setTimeout(() => {
        try {
          fdatasyncSync(descriptor);
          resolve();
        } catch (error) {
          reject(error);
        }
      }, patienceMs);
      fdatasync(descriptor, (error) => {
        clearTimeout(impatient);
        if (error) reject(error);
        else resolve();
      });
    });
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}
