import { Problem } from "../../records/problem";
import { malformed } from "./part-head";

/** The body as it arrives. It ends with an error when the client goes away or sends too much. */
export async function* limitedChunks(request: Request, maxBytes: number, tooLarge: () => Problem): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    for await (const chunk of chunksOf(request)) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge();
      yield chunk;
    }
  } catch (error) {
    throw error instanceof Problem ? error : malformed("The form ended before it was complete");
  }
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

/** The body as it arrives. The types of the platform don't say that it can be iterated. */
export function chunksOf(request: Request): AsyncIterable<Uint8Array> {
  return (request.body ?? []) as unknown as AsyncIterable<Uint8Array>;
}
