import { until } from "../service/jobs";

interface Message {
  id: string;
  event: string;
  data: { type: string; position: number; subjectId: string };
}

/** An open stream and what it has received. */
export async function follow(
  origin: string,
  key: string,
  { query = "", lastEventId }: { query?: string; lastEventId?: string } = {},
) {
  const ending = new AbortController();
  const headers = { "x-api-key": key, ...(lastEventId !== undefined && { "last-event-id": lastEventId }) };
  const response = await fetch(`${origin}/v0/events/stream${query}`, { headers, signal: ending.signal });
  const messages: Message[] = [];
  const state = { isOver: false };
  void (async () => {
    let text = "";
    const decoder = new TextDecoder();
    for await (const piece of response.body as ReadableStream<Uint8Array>) {
      text += decoder.decode(piece, { stream: true });
      const parts = text.split("\n\n");
      text = parts.pop() as string;
      for (const part of parts) {
        const fields = Object.fromEntries(part.split("\n").map((line) => line.split(/: (.*)/s).slice(0, 2)));
        if (fields.data) messages.push({ id: fields.id, event: fields.event, data: JSON.parse(fields.data) });
      }
    }
    state.isOver = true;
  })().catch(() => {
    state.isOver = true;
  });
  const has = async (count: number) => {
    await until(() => messages.length >= count);
    return messages;
  };
  return { response, messages, state, has, end: () => ending.abort() };
}
