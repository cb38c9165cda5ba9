import type { EventRow, Wanted } from "../../features/events";
import { isWanted } from "../../features/events";

/** What may wait for a reader that is slow. One that has more waiting is cut off. */
const maxWaitingBytes = 1_048_576;

/** One open stream. */
export class StreamReader {
  readonly body: ReadableStream<Uint8Array>;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor(
    readonly secret: string,
    readonly wanted: Wanted,
    /** The last event that was sent, or skipped by the filter. */
    public position: number,
    readonly onEnd: (reader: StreamReader) => void,
  ) {
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        cancel: () => this.#ended(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: maxWaitingBytes }),
    );
  }

  get isOpen(): boolean {
    return this.#controller !== undefined;
  }

  /** Room for more, in bytes. */
  get room(): number {
    return this.#controller?.desiredSize ?? 0;
  }

  sendEvent(row: EventRow, message: Uint8Array): void {
    if (isWanted(row, this.wanted)) this.send(message);
    this.position = row.position as number;
  }

  send(message: Uint8Array): void {
    if (this.room > 0) this.#controller?.enqueue(message);
    else this.#cut();
  }

  /** What waits is dropped, and the connection closed. */
  #cut(): void {
    this.#controller?.error(new Error("The reader is too slow"));
    this.#ended();
  }

  end(): void {
    try {
      this.#controller?.close();
    } catch {
      // The other side was faster.
    }
    this.#ended();
  }

  #ended(): void {
    if (!this.#controller) return;
    this.#controller = undefined;
    this.onEnd(this);
  }
}
