import * as z from "zod";
import type { ModelEndpoint } from "../model/completion";
import { ModelFailure } from "../model/failure";
import { type Vector, vectorOf } from "./vector";

const maxBytes = 4 * 1_048_576;
const maxDimensions = 4_096;

const answer = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()).min(1).max(maxDimensions) })),
  usage: z.object({ total_tokens: z.int().min(0) }).nullish(),
});

interface Embeddings {
  vectors: Vector[];
  /** As the endpoint counts them, if it does. */
  tokens: number | undefined;
}

/** Asks for the vectors of texts, in their order. */
export async function embed(
  { baseUrl, model, apiKey }: ModelEndpoint,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Embeddings> {
  const response = await fetch(`${baseUrl}/embeddings`, {
    method: "POST",
    // The key must not follow a redirect to elsewhere.
    redirect: "error",
    headers: { "content-type": "application/json", ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }) },
    body: JSON.stringify({ model, input: texts, encoding_format: "float" }),
    signal,
  });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw new ModelFailure("refused");
  }
  const { data, usage } = answer.parse(JSON.parse(await boundedText(response.body)));
  const vectors = data.toSorted((one, other) => one.index - other.index).flatMap(({ embedding }) => vectorOf(embedding) ?? []);
  if (vectors.length !== texts.length || new Set(vectors.map(({ length }) => length)).size > 1) throw new ModelFailure("invalid");
  return { vectors, tokens: usage?.total_tokens };
}

async function boundedText(body: ReadableStream<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new ModelFailure("too_long");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}
