import { drawPerson } from "../api/persons";
import type { Target } from "./generate";

const readsPerSecond = 100;
const creationsPerSecond = 10;

interface Answers {
  /** From the moment a request was due, so that one that had to wait for its turn counts too. */
  latenciesMs: number[];
  failed: number;
}

/** Whoever else uses the service: reads of each kind (paths, or addresses of another listener) and a few creations at their own pace, however long an answer takes. */
export function lightLoad({ origin, apiKey = "" }: Target, reads: readonly (readonly string[])[]) {
  const answers: Answers = { latenciesMs: [], failed: 0 };
  const inFlight = new Set<Promise<void>>();
  const headers = { "x-api-key": apiKey, "content-type": "application/json" };

  async function send(path: string, dueAt: number, init?: RequestInit): Promise<void> {
    const response = await fetch(new URL(path, origin), { headers, ...init });
    await response.arrayBuffer();
    answers.latenciesMs.push(performance.now() - dueAt);
    if (!response.ok) answers.failed += 1;
  }

  function create(dueAt: number): Promise<void> {
    return send("/v0/persons", dueAt, { method: "POST", body: JSON.stringify(drawPerson(crypto.randomUUID())) });
  }

  const readOne = (paths: readonly string[]) => (dueAt: number) =>
    send(paths[Math.floor(Math.random() * paths.length)] as string, dueAt);

  const paces = [
    ...reads.map((paths) => everySo(1_000 / readsPerSecond, readOne(paths))),
    everySo(1_000 / creationsPerSecond, create),
  ];

  function everySo(intervalMs: number, request: (dueAt: number) => Promise<void>): () => void {
    let dueAt = performance.now() + intervalMs * Math.random();
    const timer = setInterval(() => {
      for (; dueAt <= performance.now(); dueAt += intervalMs) {
        const answered = request(dueAt).catch(() => {
          answers.failed += 1;
        });
        inFlight.add(answered.finally(() => inFlight.delete(answered)));
      }
    }, 1);
    return () => clearInterval(timer);
  }

  return {
    async stop(): Promise<Answers> {
      for (const stop of paces) stop();
      await Promise.all(inFlight);
      return answers;
    },
  };
}
