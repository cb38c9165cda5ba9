import { fileURLToPath } from "node:url";
import { yieldToPages } from "../../../server/event-loop/low-priority";
import type { WorstRequest } from "./requests";

/** How many requests are on their way at a time, until so many are answered or the time is over. Each is sent once in any case. */
export interface Attack {
  atOnce: number;
  requests: number;
  seconds: number;
}

export interface Answers {
  count: number;
  statuses: Record<string, number>;
}

interface Sent extends Omit<WorstRequest, "body"> {
  body: string | Uint8Array<ArrayBuffer> | null;
}

/** First what to send, which takes time for large files, and then the word to begin. */
type Order = { requests: Sent[] } | { attack: Attack };

export interface Attacker extends Disposable {
  /** What the next attack sends. */
  prepare(requests: readonly WorstRequest[]): Promise<void>;
  send(attack: Attack): Promise<Answers>;
}

/**
 * Sends requests from a process of its own that takes no processor time which the server or the reader wants: a bad neighbour is not
 * on the server's machine.
 */
export function startAttacker(): Attacker {
  let done = unheard();
  const child = Bun.spawn([process.execPath, fileURLToPath(import.meta.url)], {
    stdio: ["ignore", "inherit", "inherit"],
    ipc: (answers: Answers) => done.resolve(answers),
    onExit: () => done.reject(new Error("The attacker ended")),
  });
  const order = (what: Order) => {
    done = unheard();
    child.send(what);
    return done.promise;
  };
  return {
    async prepare(requests) {
      await order({ requests: await Promise.all(requests.map(withBytes)) });
    },
    send: (attack) => order({ attack }),
    [Symbol.dispose]: () => child.kill("SIGKILL"),
  };
}

/** An attacker that ends while nobody waits for its answers fails the next attack, and nothing else. */
function unheard(): PromiseWithResolvers<Answers> {
  const answers = Promise.withResolvers<Answers>();
  answers.promise.catch(() => {});
  return answers;
}

/** A form becomes the bytes that are sent. */
async function withBytes({ body, headers, ...request }: WorstRequest): Promise<Sent> {
  if (!(body instanceof FormData)) return { ...request, headers, body: body ?? null };
  const form = new Response(body);
  const type = form.headers.get("content-type") ?? "";
  return { ...request, headers: { ...headers, "content-type": type }, body: await form.bytes() };
}

if (import.meta.main) {
  yieldToPages();
  let sent: Sent[] = [];
  process.on("message", async (order: Order) => {
    if ("requests" in order) sent = order.requests;
    process.send?.("attack" in order ? await sendAll(sent, order.attack) : none());
  });
}

function none(): Answers {
  return { count: 0, statuses: {} };
}

async function sendAll(sent: readonly Sent[], { atOnce, requests: most, seconds }: Attack): Promise<Answers> {
  const answers = none();
  const until = performance.now() + seconds * 1_000;
  let next = 0;
  const lane = async () => {
    while (next < sent.length || (next < most && performance.now() < until)) {
      const number = next++;
      const { url, takesKey, ...request } = sent[number % sent.length] as Sent;
      const headers = { ...request.headers, ...(takesKey && keyOf(number, sent.length)) };
      // On a connection of its own: one that was idle for long may be closed while a large body is sent.
      const answer = await fetch(url, { ...request, headers, keepalive: false });
      await answer.arrayBuffer();
      answers.count += 1;
      answers.statuses[answer.status] = (answers.statuses[answer.status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return answers;
}

const oneRun = crypto.randomUUID();

/** In turn: each request without a key, with a new one, and once more with the same. */
function keyOf(number: number, requests: number): Record<string, string> {
  const round = Math.floor(number / requests);
  if (round % 3 === 0) return {};
  return { "idempotency-key": `${oneRun} ${number % requests} ${Math.floor(round / 3)}` };
}
