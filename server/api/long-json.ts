import { turns } from "../event-loop/turns";

const longLength = 2_000;
const itemsAtOnce = 500;
/** In characters. */
const sentAtOnce = 250_000;

/** An account has all persons of its domain, perhaps a hundred thousand. */
export function hasLongList(record: unknown): record is object {
  // Runs for every answer, where `Object.values` would cost more than the look itself.
  for (const name in record as object) if (isLong((record as Record<string, unknown>)[name])) return true;
  return false;
}

/** A record with a long list as JSON, written in the turns of its tenant. */
export async function longJson(tenantId: string, record: object): Promise<string[]> {
  const pieces: string[] = [];
  let before = "{";
  for (const [name, value] of Object.entries(record)) {
    if (value === undefined) continue;
    pieces.push(`${before}${JSON.stringify(name)}:`);
    if (isLong(value)) await addItems(tenantId, value, pieces);
    else pieces.push(JSON.stringify(value));
    before = ",";
  }
  pieces.push("}");
  return pieces;
}

/** Texts that follow one another, encoded in the tenant's turns while they are sent: all at once would take 50 ms for 27 MB. */
export function textStream(tenantId: string, texts: readonly string[]): ReadableStream<Uint8Array> {
  let next = 0;
  return new ReadableStream({
    async pull(controller) {
      await turns.next(tenantId);
      const from = next;
      for (let length = 0; next < texts.length && length < sentAtOnce; next += 1) length += (texts[next] as string).length;
      if (next > from) controller.enqueue(Buffer.from(texts.slice(from, next).join("")));
      else controller.close();
    },
  });
}

function isLong(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > longLength;
}

async function addItems(tenantId: string, items: readonly unknown[], pieces: string[]): Promise<void> {
  for (let from = 0; from < items.length; from += itemsAtOnce) {
    await turns.next(tenantId);
    const some = JSON.stringify(items.slice(from, from + itemsAtOnce));
    pieces.push(from === 0 ? "[" : ",", some.slice(1, -1));
  }
  pieces.push("]");
}
