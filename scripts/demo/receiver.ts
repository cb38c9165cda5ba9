const outageFromMs = 27.5 * 86_400_000;
/** Which events fail: every n-th, in the order of their first tries. */
const busyEach = 7;
const busyTries = 2;
const refusedEach = 20;
const brokenNumber = 60;

interface DemoReceiver {
  url: string;
  stop(): Promise<void>;
}

/** The company's CRM on the loopback: sometimes busy, refusing some events, and broken in the last days. */
export function startReceiver(clock: () => number): DemoReceiver {
  const started = clock();
  const tries = new Map<string, number>();
  const answer = (number: number, tried: number) => {
    if (clock() - started > outageFromMs) return Response.json({ error: "The CRM is not reachable" }, { status: 502 });
    if (number === brokenNumber) return Response.json({ error: "Unexpected null in column owner" }, { status: 500 });
    if (number % refusedEach === 0)
      return Response.json({ error: "No such campaign" }, { status: 422, headers: { "webhook-delivery": "abort-message" } });
    if (number % busyEach === 0 && tried <= busyTries) return Response.json({ error: "Too busy" }, { status: 503 });
    return Response.json({ taken: true });
  };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch({ headers }) {
      const id = headers.get("webhook-id") ?? "";
      tries.set(id, (tries.get(id) ?? 0) + 1);
      return answer([...tries.keys()].indexOf(id) + 1, tries.get(id) as number);
    },
  });
  return { url: `${server.url.origin}/crm`, stop: () => server.stop(true) };
}
