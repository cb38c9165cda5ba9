import type { WantedEvents } from "../../features/events";

/** What may wait for a slow reader: a tenant may have many. What is larger by itself is sent when nothing else waits. */
export const maxWaitingBytes = 262_144;
/** A reader that makes no room for this long is cut off. */
export const slowReaderMs = 5_000;
const lookForRoomMs = 20;

/** One open stream. */
export class StreamReader {
  readonly body: ReadableStream<Uint8Array>;
  /** True while it is sent earlier events, at its beginning or after it was slow. New events wait meanwhile. */
  isCatchingUp = false;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor(
    readonly secret: string,
    readonly wanted: WantedEvents,
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

  hasRoom(bytes: number): boolean {
    const room = this.#controller?.desiredSize ?? 0;
    return room >= bytes || room === maxWaitingBytes;
  }

  /** Waits for the reader to take what was sent before. False for a reader that does not, and is cut off. */
  async makesRoom(bytes: number): Promise<boolean> {
    const patientUntil = performance.now() + slowReaderMs;
    while (this.isOpen && !this.hasRoom(bytes)) {
      if (performance.now() > patientUntil) this.#cut();
      else await new Promise((turn) => setTimeout(turn, lookForRoomMs));
    }
    return this.isOpen;
  }

  send(message: Uint8Array): void {
    this.#controller?.enqueue(message);
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
      // The other side has closed it already.
    }
    this.#ended();
  }

  #ended(): void {
    if (!this.#controller) return;
    this.#controller = undefined;
    this.onEnd(this);
  }
}
