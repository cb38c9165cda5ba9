import type { EventData, EventType } from "../contract";
import { FoyerUnreachable } from "./errors";

/** An event of the feed: `switch (event.type)` narrows `data`. */
export type FeedEvent = {
  [Type in EventType]: {
    eventId: string;
    /** Keep it once you are done with the event, and go on after it the next time. */
    position: number;
    type: Type;
    subjectId: string;
    actor: { type: "key" | "visitor" | "service"; keyId: string | null } | null;
    createdAt: string;
    data: EventData<Type>;
  };
}[EventType];

export interface FollowOptions {
  url: string;
  apiKey: string;
  /** The last position you have; 0 for all that is kept. Default: from now. */
  after?: number;
  types?: readonly EventType[];
  subjectId?: string;
  /** Ends the iteration. */
  signal?: AbortSignal;
  fetch?: typeof fetch;
}

const firstWaitMs = 250;
const maxWaitMs = 10_000;
/** The service sends something every 15 s. */
const silentMs = 45_000;

/** Every event from a position on, without end. Reconnects by itself, without a gap or a repeat. */
export async function* followEvents(options: FollowOptions): AsyncGenerator<FeedEvent, void, undefined> {
  let position = options.after;
  let waitMs = firstWaitMs;
  while (!options.signal?.aborted) {
    try {
      for await (const event of messages(options, position)) {
        waitMs = firstWaitMs;
        position = event.position;
        yield event;
      }
    } catch (error) {
      if (options.signal?.aborted) return;
      if (error instanceof StreamRefused) throw error;
    }
    await pause(waitMs * (0.5 + Math.random() / 2), options.signal);
    waitMs = Math.min(waitMs * 2, maxWaitMs);
  }
}

/** The service has answered that it won't: a wrong key, a missing scope, a wrong filter. */
export class StreamRefused extends Error {
  override name = "StreamRefused";

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

async function* messages(options: FollowOptions, position: number | undefined): AsyncGenerator<FeedEvent, void, undefined> {
  const { url, apiKey, types, subjectId, signal } = options;
  const silence = new AbortController();
  const query = new URLSearchParams();
  if (position !== undefined) query.set("after", String(position));
  if (types !== undefined) query.set("type", types.join(","));
  if (subjectId !== undefined) query.set("subjectId", subjectId);
  const response = await (options.fetch ?? fetch)(`${url.replace(/\/$/, "")}/v0/events/stream?${query}`, {
    headers: { "x-api-key": apiKey, accept: "text/event-stream" },
    signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
  });
  if (response.status >= 400 && response.status < 500 && response.status !== 429) {
    throw new StreamRefused(response.status, await response.text());
  }
  if (!response.ok || !response.body) throw new FoyerUnreachable("streamEvents", `it was answered with ${response.status}`);
  let timer = setTimeout(() => silence.abort(), silentMs);
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), silentMs);
      text += decoder.decode(value, { stream: true });
      const parts = text.split("\n\n");
      text = parts.pop() as string;
      for (const part of parts) {
        const data = /^data: (.*)$/m.exec(part)?.[1];
        if (data !== undefined) yield JSON.parse(data) as FeedEvent;
      }
    }
  } finally {
    clearTimeout(timer);
    await reader.cancel().catch(() => {});
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
