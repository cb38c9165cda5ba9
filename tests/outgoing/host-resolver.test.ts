import { expect, test } from "bun:test";
import { createSocket, type Socket } from "node:dgram";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";

const clientFile = fileURLToPath(new URL("../../server/outgoing/guarded-client.ts", import.meta.url));
const rulesFile = fileURLToPath(new URL("../support/network/receiver.ts", import.meta.url));
/** More than any machine has threads for. */
const silentNames = 200;
const addressType = 1;

/** Knows `quick.test` and nothing else, and never answers for names that begin with `silent`. */
async function startNameServer(): Promise<Socket> {
  const server = createSocket("udp4");
  server.on("message", (query, { port, address }) => {
    const end = query.indexOf(0, 12) + 5;
    const name = query.subarray(12, end).toString("latin1");
    if (name.includes("silent")) return;
    const isKnown = name.includes("quick") && query.readUInt16BE(end - 4) === addressType;
    const answer = Buffer.from(query.subarray(0, end));
    answer.writeUInt16BE(name.includes("quick") ? 0x8180 : 0x8183, 2);
    answer.set([0, 1, 0, Number(isKnown), 0, 0, 0, 0], 4);
    const record = isKnown ? [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1] : [];
    server.send(Buffer.concat([answer, Buffer.from(record)]), port, address);
  });
  await new Promise<void>((ready) => server.bind(0, "127.0.0.1", ready));
  return server;
}

test("receivers whose name servers are silent delay no other, and a name that does not exist is told as such", async () => {
  const names = await startNameServer();
  const receiver = createServer((_, response) => response.writeHead(204).end());
  await new Promise<void>((ready) => receiver.listen(0, "127.0.0.1", ready));
  const { port } = receiver.address() as AddressInfo;
  const code = `
    import { setServers } from "node:dns";
    import { createGuardedClient } from ${JSON.stringify(clientFile)};
    import { localReceivers as rules } from ${JSON.stringify(rulesFile)};
    setServers(["127.0.0.1:${names.address().port}"]);
    const client = createGuardedClient({ rules });
    const ended = [];
    const send = (host) => client
      .send({ url: "http://" + host + ":${port}/", method: "POST", headers: {}, body: "{}" })
      .then(({ status }) => ended.push(host + " " + status), ({ failure }) => ended.push(host + " " + failure));
    for (let count = 0; count < ${silentNames}; count += 1) void send("silent" + count + ".test");
    await new Promise((resolve) => setTimeout(resolve, 100));
    await send("quick.test");
    await send("missing.test");
    process.stdout.write(ended.join());
    process.exit();`;
  const child = Bun.spawn([process.execPath, "-e", code], { stdout: "pipe", stderr: "inherit" });
  expect(await new Response(child.stdout).text()).toBe("quick.test 204,missing.test name_not_found");
  names.close();
  receiver.close();
});
