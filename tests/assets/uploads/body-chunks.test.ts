import { expect, test } from "bun:test";
import { connect } from "node:net";
import { chunksOf } from "../../../server/files/multipart/body-chunks";

test("a body that is sent in chunks of one byte is read in far fewer pieces, and whole", async () => {
  const bytes = 100_000;
  const counted = { pieces: 0, bytes: 0 };
  await using server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      for await (const chunk of chunksOf(request)) {
        counted.pieces += 1;
        counted.bytes += chunk.length;
      }
      return new Response("read");
    },
  });
  const socket = connect(server.port as number, "127.0.0.1");
  const answered = new Promise((resolve) => socket.once("data", resolve));
  socket.write("POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n");
  socket.write(`${"1\r\na\r\n".repeat(bytes)}0\r\n\r\n`);
  await answered;
  socket.destroy();
  expect(counted.bytes).toBe(bytes);
  expect(counted.pieces).toBeLessThan(bytes / 20);
});
