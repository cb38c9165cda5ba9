/**
 * An answer that grows while it is written: an event for each sentence, then one with the whole answer, which takes their place.
 * The answer is finished and recorded even if nobody listens any more.
 */
export function answerEvents(write: (onSentence: (text: string) => void) => Promise<Response>): Response {
  const encoder = new TextEncoder();
  let isOpen = true;
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (event: string, data: string) => {
        if (isOpen) controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
      };
      try {
        const answer = await write((text) => send("sentence", text));
        send("answer", await answer.text());
        if (isOpen) controller.close();
      } catch (error) {
        if (isOpen) controller.error(error);
      }
    },
    cancel() {
      isOpen = false;
    },
  });
  // Proxies must not collect the events.
  const headers = { "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" };
  return new Response(body, { headers });
}
