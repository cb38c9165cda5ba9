import { expect, test } from "bun:test";
import { connect } from "node:net";
import { createStorage, onBothEngines } from "../support/database/engines";
import { spawnServer } from "../support/service/process";

const persons = Array.from({ length: 80 }, (_, index) => ({ name: `Zoë 漢字 ${index}`, email: `zoe-${index}@example.com` }));
const repeats = 10;

/** The pieces in which answers of one connection arrive, one request after the other. */
function receive(port: number, request: string): Promise<Buffer[][]> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer[][]>();
  const answers: Buffer[][] = [];
  let pieces: Buffer[] = [];
  const socket = connect(port, "127.0.0.1", () => socket.write(request));
  socket.on("error", reject);
  socket.on("data", (piece: Buffer) => {
    pieces.push(piece);
    const received = Buffer.concat(pieces);
    const headEnd = received.indexOf("\r\n\r\n") + 4;
    const length = /^content-length: (\d+)/im.exec(received.toString("latin1", 0, headEnd))?.[1];
    if (length === undefined || received.length < headEnd + Number(length)) return;
    answers.push(pieces);
    pieces = [];
    if (answers.length < repeats) return socket.write(request);
    socket.destroy();
    resolve(answers);
  });
  return promise;
}

onBothEngines("a long answer that had to wait, for a commit say", (engine) => {
  test("arrives in one piece with its head, whole, and with its length", async () => {
    const storage = await createStorage(engine, { hasTables: true });
    await using server = await spawnServer(storage.environment);
    const body = JSON.stringify({ persons });
    const request = `POST /v0/persons/batch HTTP/1.1\r\nhost: foyer\r\nx-api-key: ${server.api.key}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    const answers = await receive(Number(new URL(server.origin).port), request);
    for (const pieces of answers) {
      const text = Buffer.concat(pieces).toString();
      const { results } = JSON.parse(text.slice(text.indexOf("\r\n\r\n"))) as { results: { person: { name: string } }[] };
      expect(results.map(({ person }) => person.name)).toEqual(persons.map(({ name }) => name));
    }
    expect(answers.map((pieces) => pieces.length)).toEqual(answers.map(() => 1));
    await storage.remove();
  });
});
