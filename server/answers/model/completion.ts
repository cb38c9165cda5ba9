import { createParser } from "eventsource-parser";
import * as z from "zod";
import { ModelFailure } from "./failure";
import type { Prompt } from "./prompt";

export const maxAnswerTokens = 400;
/** Far more characters than `maxAnswerTokens` make. */
const maxAnswerLength = 6_000;
/** Text and protocol together. */
const maxStreamBytes = 1_048_576;
/** The longest pause between two pieces of text. */
const stallMs = 5_000;

/** An OpenAI-compatible endpoint of the operator's own. */
export interface ModelEndpoint {
  baseUrl: string;
  model: string;
  apiKey: string | undefined;
}

const chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish() }).optional(),
        finish_reason: z.string().nullish(),
      }),
    )
    .default([]),
  usage: z.object({ total_tokens: z.int().min(0) }).nullish(),
});

interface Completion {
  /** As the endpoint counts them, if it does. */
  tokens: number | undefined;
}

/** Asks for a completion and hands on its text as it arrives. Rejects unless the model has finished by itself. */
export async function complete(
  endpoint: ModelEndpoint,
  { messages }: Pick<Prompt, "messages">,
  signal: AbortSignal,
  onText: (text: string) => void,
): Promise<Completion> {
  const stalled = new AbortController();
  const stall = () => stalled.abort(new ModelFailure("stalled"));
  let timer = setTimeout(stall, stallMs);
  const written = { length: 0, isFinished: false, tokens: undefined as number | undefined };
  const parser = createParser({
    onEvent({ data }) {
      if (data === "[DONE]") return;
      const { choices, usage } = chunk.parse(JSON.parse(data));
      written.tokens = usage?.total_tokens ?? written.tokens;
      const text = choices[0]?.delta?.content ?? "";
      const reason = choices[0]?.finish_reason;
      if (reason && reason !== "stop") throw new ModelFailure("unfinished");
      if (reason) written.isFinished = true;
      if (text === "") return;
      written.length += text.length;
      if (written.length > maxAnswerLength) throw new ModelFailure("too_long");
      clearTimeout(timer);
      timer = setTimeout(stall, stallMs);
      onText(text);
    },
  });
  try {
    const either = AbortSignal.any([signal, stalled.signal]);
    const response = await request(endpoint, messages, either);
    const decoder = new TextDecoder();
    let bytes = 0;
    for await (const piece of piecesOf(response, either)) {
      bytes += piece.length;
      if (bytes > maxStreamBytes) throw new ModelFailure("too_long");
      parser.feed(decoder.decode(piece, { stream: true }));
    }
    if (!written.isFinished) throw new ModelFailure("cut_off");
    return { tokens: written.tokens };
  } finally {
    clearTimeout(timer);
    stalled.abort();
  }
}

async function request(
  { baseUrl, model, apiKey }: ModelEndpoint,
  messages: Prompt["messages"],
  signal: AbortSignal,
): Promise<Response> {
  const response = await fetch(`${baseUrl}/chat/completions`, {
    method: "POST",
    // The key must not follow a redirect to elsewhere.
    redirect: "error",
    headers: { "content-type": "application/json", ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }) },
    body: JSON.stringify({
      model,
      messages,
      temperature: 0,
      max_tokens: maxAnswerTokens,
      stream: true,
      stream_options: { include_usage: true },
    }),
    signal,
  });
  if (response.ok && response.body) return response;
  await response.body?.cancel();
  throw new ModelFailure("refused");
}

/** Ends as soon as the signal does, even if the stream doesn't notice. */
async function* piecesOf({ body }: Response, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
  );
  aborted.catch(() => {});
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await Promise.race([reader.read(), aborted]);
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
