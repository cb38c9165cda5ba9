/** A receiver of webhooks as a process of its own: `POST /mode` with `take` or `refuse`, `GET /state`. */
export interface ReceiverState {
  taken: number;
  /** From the first to the last since the mode was set, in milliseconds. */
  spanMs: number;
  /** Unix milliseconds at which each was taken, by the name in it. */
  takenAt: Record<string, number>;
}

const code = `
let mode = "take", taken = 0, first = 0, last = 0, takenAt = {};
const server = Bun.serve({ port: 0, hostname: "127.0.0.1", async fetch(request) {
  const { pathname } = new URL(request.url);
  const text = await request.text();
  if (pathname === "/mode") { mode = text; taken = 0; first = 0; takenAt = {}; return new Response(); }
  if (pathname === "/state") return Response.json({ taken, spanMs: last - first, takenAt });
  if (mode === "refuse") { taken += 1; return new Response(null, { status: 400, headers: { "webhook-delivery": "abort-message" } }); }
  taken += 1; last = performance.now(); first ||= last;
  const name = /"name":"(lag [^"]*)"/.exec(text); if (name) takenAt[name[1]] = Date.now();
  return new Response();
} });
console.log(server.port);`;

export interface BenchReceiver extends AsyncDisposable {
  url: string;
  mode(mode: "take" | "refuse"): Promise<void>;
  state(): Promise<ReceiverState>;
  has(count: number): Promise<ReceiverState>;
}

export async function startReceiver(): Promise<BenchReceiver> {
  const child = Bun.spawn([process.execPath, "-e", code], { stdout: "pipe" });
  const { value } = await child.stdout.getReader().read();
  const origin = `http://127.0.0.1:${new TextDecoder().decode(value).trim()}`;
  const state = async () => (await (await fetch(`${origin}/state`)).json()) as ReceiverState;
  return {
    url: `${origin}/hook`,
    state,
    async mode(mode) {
      await fetch(`${origin}/mode`, { method: "POST", body: mode });
    },
    async has(count) {
      for (;;) {
        const now = await state();
        if (now.taken >= count) return now;
        await Bun.sleep(20);
      }
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
    },
  };
}

/** What an operator sets whose receivers are on this machine. */
export const localWebhooks = {
  FOYER_WEBHOOK_HTTP: "allow",
  FOYER_WEBHOOK_PORTS: "*",
  FOYER_WEBHOOK_NETWORKS: "127.0.0.0/8",
};
