import type { EventActor, EventData, EventType } from "../contract";
import { baseOf, checkedKey } from "./connection";
import { errorOf, FoyerError, FoyerUnreachable } from "./errors";

/** An event of the feed: `switch (event.type)` narrows `data`. */
export type FeedEvent = {
  [Type in EventType]: {
    eventId: string;
    /** Keep it once you are done with the event, and go on after it the next time. */
    position: number;
    type: Type;
    subjectId: string;
    actor: EventActor | null;
    createdAt: string;
    data: EventData<Type>;
  };
}[EventType];

export interface FollowOptions {
  url: string;
  /** Undefined is refused; the type allows an environment variable that may be unset. */
  apiKey: string | undefined;
  /** The last position you have; 0 for all that is kept. Default: from now. */
  after?: number;
  types?: readonly EventType[];
  subjectId?: string;
  /** Timestamps as everywhere in the API; events from `from` up to, not including, `to`. */
  from?: string;
  to?: string;
  /** Ends the iteration. */
  signal?: AbortSignal;
  fetch?: typeof fetch;
}

const firstWaitMs = 250;
const maxWaitMs = 10_000;
/** The service sends something every 15 s. */
const silentMs = 45_000;

/** Every event from a position on, without end. Reconnects by itself, without a gap or a repeat; throws when it is refused. */
export async function* followEvents({ url, apiKey, ...others }: FollowOptions): AsyncGenerator<FeedEvent, void, undefined> {
  const options = { ...others, url: baseOf(url), apiKey: checkedKey(apiKey) };
  let position = options.after;
  let waitMs = firstWaitMs;
  while (!options.signal?.aborted) {
    try {
      for await (const message of messages(options, position)) {
        position = message.position;
        if (!message.event) continue;
        waitMs = firstWaitMs;
        yield message.event;
      }
    } catch (error) {
      if (options.signal?.aborted) return;
      if (error instanceof FoyerError || error instanceof FoyerUnreachable) throw error;
    }
    await pause(waitMs * (0.5 + Math.random() / 2), options.signal);
    waitMs = Math.min(waitMs * 2, maxWaitMs);
  }
}

interface Message {
  position: number;
  /** Undefined in the first message, which tells where the stream begins. */
  event: FeedEvent | undefined;
}

type Connection = FollowOptions & { apiKey: string };

async function* messages(options: Connection, position: number | undefined): AsyncGenerator<Message, void, undefined> {
  const silence = new AbortController();
  const beSilent = () => silence.abort();
  let timer = setTimeout(beSilent, silentMs);
  try {
    const reader = (await open(options, position, silence.signal)).getReader();
    const decoder = new TextDecoder();
    let text = "";
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        clearTimeout(timer);
        timer = setTimeout(beSilent, silentMs);
        text += decoder.decode(value, { stream: true });
        const parts = text.split("\n\n");
        text = parts.pop() as string;
        for (const part of parts) {
          const id = fieldOf(part, "id");
          const data = fieldOf(part, "data");
          if (id !== undefined)
            yield { position: Number(id), event: data === undefined ? undefined : (JSON.parse(data) as FeedEvent) };
        }
      }
    } finally {
      await reader.cancel().catch(() => {});
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Not by a pattern: to patterns, U+2028 and U+2029 end a line too, and they may be in the data. */
function fieldOf(message: string, name: string): string | undefined {
  const start = `${name}: `;
  const line = message.split("\n").find((one) => one.startsWith(start));
  return line?.slice(start.length);
}

async function open(
  { url, apiKey, types, subjectId, from, to, signal, fetch: send = fetch }: Connection,
  position: number | undefined,
  silence: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const query = new URLSearchParams();
  if (position !== undefined) query.set("after", String(position));
  if (types !== undefined) query.set("type", types.join(","));
  for (const [name, value] of Object.entries({ subjectId, from, to })) if (value !== undefined) query.set(name, value);
  const response = await send(`${url}/v0/events/stream?${query}`, {
    headers: { "x-api-key": apiKey, accept: "text/event-stream" },
    // Following a redirect would send the key to another address.
    redirect: "manual",
    signal: signal ? AbortSignal.any([signal, silence]) : silence,
  });
  const { ok, status, body } = response;
  if (ok && body) return body;
  if (ok || status === 429 || status >= 500) throw new Error(`Answered with ${status}: to be tried again`);
  throw errorOf("streamEvents", status, await response.text());
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, signal?.aborted ? 0 : ms);
    signal?.addEventListener("abort", end);
  });
}
