/** What identifiers are written in: five bits to a character. */
export const idAlphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const counterBits = 12;
const randomPoolSize = 2_048;
/** Two characters for ten bits at a time. */
const pairs = Array.from({ length: 1_024 }, (_, bits) => `${idAlphabet[bits >> 5]}${idAlphabet[bits & 31]}`);

export type IdPrefix =
  | "account"
  | "action"
  | "asset"
  | "audience"
  | "batch"
  | "brand"
  | "delivery"
  | "domain"
  | "entry"
  | "event"
  | "file"
  | "form"
  | "job"
  | "key"
  | "link"
  | "log"
  | "message"
  | "page"
  | "person"
  | "question"
  | "request"
  | "session"
  | "submission"
  | "topic"
  | "version"
  | "visit"
  | "webhook";

/**
 * TypeIDs: a prefix and a UUIDv7 in base32. Each is greater than the one before, also within a millisecond:
 * the 12 bits after the time count up.
 */
export function createIds(clock: () => number): (prefix: IdPrefix) => string {
  const pool = new Uint16Array(randomPoolSize);
  let used = randomPoolSize;
  let time = 0;
  let timeText = "";
  let counter = 0;

  function chance(): number {
    if (used === randomPoolSize) {
      crypto.getRandomValues(pool);
      used = 0;
    }
    used += 1;
    return pool[used - 1] as number;
  }

  function tick(): void {
    const now = clock();
    if (now > time) {
      time = now;
      counter = chance() & 0x7f;
    } else {
      counter += 1;
      if (counter < 1 << counterBits) return;
      time += 1;
      counter = 0;
    }
    timeText = encodeTime(time);
  }

  return (prefix) => {
    tick();
    // 4 bits of version, 12 of counter, 2 of variant, 62 of chance: 16 characters.
    const head = (((0b0111 << counterBits) | counter) << 4) | 0b1000 | (chance() & 3);
    let text = `${prefix}_${timeText}${pairs[head >> 10]}${pairs[head & 1_023]}`;
    for (let pair = 0; pair < 6; pair += 1) text += pairs[chance() & 1_023];
    return text;
  };
}

/** The lowest identifier of a moment: for "older than" over identifiers alone. */
export function lowestId(prefix: IdPrefix, time: number): string {
  return `${prefix}_${encodeTime(time)}${"0".repeat(16)}`;
}

/** The identifier that a record of another kind would have at the same moment: for "made before" over identifiers alone. */
export function idAt(prefix: IdPrefix, id: string): string {
  return prefix + id.slice(id.lastIndexOf("_"));
}

/** Two identifiers derived from another one, of the same moment; the first sorts before the second. */
export function idsBeside(prefix: IdPrefix, id: string): [string, string] {
  const beginning = idAt(prefix, id).slice(0, -1);
  const last = idAlphabet.indexOf(id.at(-1) as string);
  return [`${beginning}${idAlphabet[last & ~1]}`, `${beginning}${idAlphabet[last | 1]}`];
}

function encodeTime(time: number): string {
  let text = "";
  for (let rest = time, digit = 0; digit < 10; digit += 1) {
    text = idAlphabet[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}
