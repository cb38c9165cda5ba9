import { connect, createServer, type Socket } from "node:net";

export interface Proxy extends AsyncDisposable {
  /** The address behind it, by way of it. */
  url: string;
  /** From now on, connections that began with this text are silent, without being closed. */
  silence(text: string): void;
  /** From now on, a connection on which this text is sent is silent from there on. Without a text, none is any more. */
  silenceAt(text: string | undefined): void;
  /** How many connections `silenceAt` has silenced. */
  silenced(): number;
}

/** Stands between a client and a server of this machine, and can stop passing things on. */
export async function createProxy(target: URL): Promise<Proxy> {
  const pairs = new Map<Socket, { beyond: Socket; beginning: string }>();
  let endsAt: string | undefined;
  let silenced = 0;
  const server = createServer((near) => {
    const beyond = connect(Number(target.port), target.hostname);
    pairs.set(near, { beyond, beginning: "" });
    near.once("data", (first) => pairs.set(near, { beyond, beginning: first.toString("latin1") }));
    near.on("data", (sent) => {
      if (endsAt === undefined || !sent.includes(endsAt)) return;
      near.unpipe(beyond);
      beyond.unpipe(near);
      silenced += 1;
    });
    near.pipe(beyond);
    beyond.pipe(near);
    for (const socket of [near, beyond]) socket.on("error", () => {});
    near.on("close", () => beyond.destroy());
    beyond.on("close", () => near.destroy());
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address() as { port: number };
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String(address.port);
  return {
    url: url.href,
    silence(text) {
      for (const [near, { beyond, beginning }] of pairs) {
        if (!beginning.includes(text)) continue;
        near.unpipe(beyond);
        beyond.unpipe(near);
      }
    },
    silenceAt(text) {
      endsAt = text;
    },
    silenced: () => silenced,
    async [Symbol.asyncDispose]() {
      for (const [near, { beyond }] of pairs) {
        near.destroy();
        beyond.destroy();
      }
      await new Promise((closed) => server.close(closed));
    },
  };
}
