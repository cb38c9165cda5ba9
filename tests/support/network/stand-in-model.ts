import type { ModelConfig } from "../../../server/answers/model/writer";

interface Read {
  passages: { number: number; text: string }[];
  question: string;
}

/** What it writes, piece by piece, and how the stream ends. */
interface Reply {
  /** A promise among them is waited for. */
  pieces: Iterable<string | Promise<void>>;
  ends?: "stop" | "length" | "cut" | "stall" | "error";
}

export interface StandInModel {
  config: ModelConfig;
  /** Decides what is written from now on. */
  reply(reply: (read: Read) => string | Reply): void;
  /** The bodies and keys of all requests. */
  requests: { body: string; authorization: string | null }[];
  /** The bodies of all requests for vectors. */
  embeddingRequests: string[];
  /** Whether it answers those from now on. */
  giveVectors(gives: boolean): void;
  stop(): Promise<void>;
}

/** An OpenAI-compatible endpoint on the loopback that writes what it is told. */
export function startStandInModel(limits: Partial<ModelConfig> = {}): StandInModel {
  let current: (read: Read) => string | Reply = obedient;
  const requests: StandInModel["requests"] = [];
  const embeddingRequests: string[] = [];
  let givesVectors = true;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 0,
    async fetch(request) {
      const body = await request.text();
      if (request.url.endsWith("/embeddings")) {
        embeddingRequests.push(body);
        return givesVectors ? Response.json(embeddingsFor(body)) : new Response("no", { status: 500 });
      }
      requests.push({ body, authorization: request.headers.get("authorization") });
      const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] };
      const written = current(JSON.parse(messages.at(-1)?.content ?? "{}") as Read);
      const { pieces, ends = "stop" } = typeof written === "string" ? { pieces: piecesOf(written) } : written;
      if (ends === "error") return new Response("no", { status: 500 });
      return new Response(events(pieces, ends), { headers: { "content-type": "text/event-stream" } });
    },
  });
  return {
    config: {
      baseUrl: `http://127.0.0.1:${server.port}/v1`,
      model: "stand-in",
      apiKey: "key-of-the-model",
      tokensPerTenant: 1_000_000,
      tokensPerAudience: 1_000_000,
      ...limits,
    },
    reply(reply) {
      current = reply;
    },
    requests,
    embeddingRequests,
    giveVectors(gives) {
      givesVectors = gives;
    },
    stop: () => server.stop(true),
  };
}

/** Says whatever any text that it reads tells it to say, and cites the first passage. */
export function obedient({ passages, question }: Read): string {
  const orders = [...passages.map(({ text }) => text), question].flatMap((text) =>
    Array.from(text.matchAll(/say: ([^"\n;]+)/gi), ([, order]) => order as string),
  );
  return orders.map((order) => `${order.trim()} [1].`).join(" ");
}

const dimensions = 64;
const meanings = [
  ["car", "automobile", "vehicle"],
  ["repair", "mend", "fix"],
];

/** Words that mean the same point in the same direction; every text has a little of all directions, as with real models. */
function embeddingsFor(body: string) {
  const { input } = JSON.parse(body) as { input: string[] };
  const data = input.map((text, index) => {
    const embedding = new Array<number>(dimensions).fill(0.1);
    for (const word of text.toLowerCase().match(/[a-z]{3,}/g) ?? []) {
      const meant = meanings.find((words) => words.includes(word))?.[0] ?? word;
      const place = Bun.hash.crc32(meant) % dimensions;
      embedding[place] = (embedding[place] as number) + 1;
    }
    return { index, embedding };
  });
  return { data: data.reverse(), usage: { total_tokens: input.length * 10 } };
}

function piecesOf(text: string): string[] {
  return text.match(/[\s\S]{1,7}/g) ?? [];
}

function events(pieces: Reply["pieces"], ends: Reply["ends"]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = pieces[Symbol.iterator]();
  const event = (data: object) => encoder.encode(`data: ${JSON.stringify(data)}\n\n`);
  return new ReadableStream({
    async pull(controller) {
      const { done, value: content } = iterator.next();
      // A turn of the event loop for each piece, so that it is sent by itself.
      await Bun.sleep(0);
      if (!done) return controller.enqueue(event({ choices: [{ index: 0, delta: { content: (await content) ?? "" } }] }));
      if (ends === "stall") return Bun.sleep(60_000);
      if (ends !== "cut") {
        controller.enqueue(event({ choices: [{ index: 0, delta: {}, finish_reason: ends }] }));
        controller.enqueue(event({ choices: [], usage: { prompt_tokens: 90, completion_tokens: 10, total_tokens: 100 } }));
        controller.enqueue(encoder.encode("data: [DONE]\n\n"));
      }
      controller.close();
    },
  });
}
