/** Up to this size, the runtime sends an answer in one piece whenever it comes. */
const sentWholeBytes = 15_360;

/**
 * The body of an answer that comes in a later turn of the event loop than its request. The runtime would send each part of a larger
 * one's head on its own, in thirty packets. A stream that ends with its first piece is sent together with the head, and has a length.
 */
export function wholeBody(text: string): string | ReadableStream {
  const bytes = Buffer.byteLength(text);
  if (bytes < sentWholeBytes) return text;
  const source: Bun.DirectUnderlyingSource = {
    type: "direct",
    pull(controller) {
      controller.write(text);
      controller.end();
    },
  };
  // The runtime's own kind of stream, which the types of the web don't know.
  return new ReadableStream(source as unknown as UnderlyingSource, { highWaterMark: bytes + 1 });
}
