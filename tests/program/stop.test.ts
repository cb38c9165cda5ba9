import { expect, test } from "bun:test";
import { connect } from "node:net";
import { createStorage, onBothEngines } from "../support/database/engines";
import { spawnServer } from "../support/service/process";

const connections = 8;
const answersBeforeStop = 20;

interface Conversation {
  answered: number;
  /** Whether the connection ended while a request was waiting for its answer. */
  wasCut: boolean;
}

/** Sends one request after the other over one connection, until an answer says that it was the last. */
function converse(port: number, request: string, onAnswer: () => void): Promise<Conversation> {
  return new Promise((resolve) => {
    let [answered, received, isWaiting] = [0, "", true];
    const socket = connect(port, "127.0.0.1", () => socket.write(request));
    socket.on("data", (chunk) => {
      received += chunk;
      const [, head = "", length = ""] = /^([\s\S]*?content-length: (\d+)[\s\S]*?)\r\n\r\n/i.exec(received) ?? [];
      if (head === "" || Buffer.byteLength(received) < Buffer.byteLength(head) + 4 + Number(length)) return;
      answered += 1;
      received = "";
      isWaiting = !/^connection: close$/im.test(head);
      onAnswer();
      if (isWaiting) socket.write(request);
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve({ answered, wasCut: isWaiting }));
  });
}

onBothEngines("a server that is told to stop under load", (engine) => {
  test("answers every request that it was sent over open connections, and says which answer is the last", async () => {
    const storage = await createStorage(engine, { hasTables: true });
    await using server = await spawnServer(storage.environment);
    const body = JSON.stringify({ name: "Ada Lovelace" });
    const create = `POST /v0/persons HTTP/1.1\r\nhost: foyer\r\nx-api-key: ${server.api.key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    const visit = "GET /nowhere HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n";
    const warm = Promise.withResolvers<void>();
    let answers = 0;
    const count = () => {
      answers += 1;
      if (answers === answersBeforeStop) warm.resolve();
    };
    const talk = (origin: string, request: string) => () => converse(Number(new URL(origin).port), request, count);
    const conversations = [
      ...Array.from({ length: connections }, talk(server.origin, create)),
      ...Array.from({ length: connections }, talk(server.pagesOrigin, visit)),
    ];
    await warm.promise;
    const [ended, ...all] = await Promise.all([server.stop(), ...conversations]);
    expect(ended.code).toBe(0);
    expect(all.filter(({ wasCut }) => wasCut)).toEqual([]);
    expect(all.every(({ answered }) => answered > 0)).toBe(true);
    await storage.remove();
  });
});
