import { turns } from "../../event-loop/turns";
import { Problem } from "../../records/problem";
import { malformed } from "./part-head";

/** Hashed in less than half a millisecond. */
const pieceBytes = 262_144;
const shortChunkBytes = 1_024;

/**
 * The body as it arrives, in small pieces, each in a turn of its tenant: of many files that arrive at once, whole megabytes wait.
 * A piece is gone when the next one is asked for. It ends with an error when the client goes away or sends too much.
 */
export async function* limitedChunks(
  request: Request,
  tenantId: string,
  maxBytes: number,
  tooLarge: () => Problem,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    for await (const chunk of chunksOf(request)) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge();
      for (let from = 0; from < chunk.length; from += pieceBytes) {
        const turn = turns.next(tenantId);
        if (turn) await turn;
        yield chunk.subarray(from, from + pieceBytes);
      }
      giveBack(chunk);
    }
  } catch (error) {
    throw error instanceof Problem ? error : malformed("The form ended before it was complete");
  }
}

/** Frees its memory now: until the garbage is collected, files that arrive quickly would take hundreds of megabytes. */
function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** The whole body as text; undefined if it is larger, or its sender is gone. */
export async function limitedText(request: Request, maxBytes: number): Promise<string | undefined> {
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  if (length > maxBytes) return undefined;
  // A body whose length is known costs a third of one that is read as it arrives.
  if (length <= maxBytes) return request.text().catch(() => undefined);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of chunksOf(request)) {
      size += chunk.length;
      if (size > maxBytes) return undefined;
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks).toString();
}

/**
 * The body as it arrives. To a reader who waits, the runtime hands over each chunk as it was sent, all of them in one turn of the
 * event loop: a megabyte in chunks of one byte would hold up everybody for seconds. While nobody waits, it gathers them.
 */
export async function* chunksOf(request: Request): AsyncGenerator<Uint8Array> {
  let shortChunks = 0;
  // The types of the platform don't say that it can be iterated.
  for await (const chunk of (request.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    if (chunk.length < shortChunkBytes) shortChunks += 1;
    yield chunk;
    // Most bodies are one.
    if (shortChunks > 1) await new Promise((turn) => setImmediate(turn));
  }
}
