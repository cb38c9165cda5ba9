/** What PostgreSQL can carry, less our own prefix. The same on both engines. */
const maxPayloadBytes = 7_900;

/** Signalled after a removal of data that must not stay readable anywhere, not even in the log of the database. */
export const erasedChannel = "erased";

type Heard = (payload: string) => void;

export interface Signal {
  channel: string;
  payload: string;
}

interface Listener {
  heard: Heard;
  missed: (() => void) | undefined;
}

/** Who listens in this process. */
export class Listeners {
  readonly #channels = new Map<string, Set<Listener>>();

  /** Returns a function that stops it. */
  add(channel: string, heard: Heard, missed?: () => void): () => void {
    const listener = { heard, missed };
    const listeners = this.#channels.get(channel) ?? new Set();
    this.#channels.set(channel, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  tell({ channel, payload }: Signal): void {
    for (const { heard } of this.#channels.get(channel) ?? []) apart(() => heard(payload));
  }

  tellAllMissed(): void {
    for (const channel of this.#channels.keys()) this.tellMissed(channel);
  }

  tellMissed(channel: string): void {
    for (const { missed } of this.#channels.get(channel) ?? []) if (missed) apart(missed);
  }
}

/** The signals of one transaction; the same one twice is one, as PostgreSQL has it. */
export class Outbox {
  readonly #signals = new Map<string, Signal>();

  add(channel: string, payload: string): void {
    if (Buffer.byteLength(payload) > maxPayloadBytes)
      throw new Error(`A signal's payload has ${maxPayloadBytes} bytes at the most`);
    this.#signals.set(`${channel}\n${payload}`, { channel, payload });
  }

  get signals(): Iterable<Signal> {
    return this.#signals.values();
  }
}

/** A listener is no part of the commit: it can neither fail nor delay it. */
function apart(work: () => void): void {
  queueMicrotask(work);
}
