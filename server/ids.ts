const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const counterBits = 12;
const randomPoolBytes = 4_096;

export type IdPrefix = "account" | "entry" | "event" | "key" | "log" | "person" | "request" | "tenant" | "topic";

/**
 * TypeIDs: a prefix and a UUIDv7 in base32. Each is greater than the one before, also within a millisecond:
 * the 12 bits after the time count up.
 */
export function createIds(clock: () => number): (prefix: IdPrefix) => string {
  const pool = new Uint8Array(randomPoolBytes);
  let used = randomPoolBytes;
  let time = 0;
  let timeText = "";
  let counter = 0;

  function tick(): void {
    const now = clock();
    if (now > time) {
      time = now;
      counter = (pool[used] as number) & 0x7f;
    } else {
      counter += 1;
      if (counter < 1 << counterBits) return;
      time += 1;
      counter = 0;
    }
    timeText = encodeTime(time);
  }

  return (prefix) => {
    if (used + 13 > randomPoolBytes) {
      crypto.getRandomValues(pool);
      used = 0;
    }
    tick();
    // 4 bits of version, 12 of counter, 2 of variant, 62 of chance: 16 characters.
    const head = (0b0111 << counterBits) | counter;
    let text = `${prefix}_${timeText}${alphabet[head >> 11]}${alphabet[(head >> 6) & 31]}${alphabet[(head >> 1) & 31]}`;
    text += alphabet[((head & 1) << 4) | 0b1000 | ((pool[used] as number) >> 6)];
    for (let index = 1; index <= 12; index += 1) text += alphabet[(pool[used + index] as number) & 31];
    used += 13;
    return text;
  };
}

/** The lowest identifier of a moment: for "older than" over identifiers alone. */
export function lowestId(prefix: IdPrefix, time: number): string {
  return `${prefix}_${encodeTime(time)}${"0".repeat(16)}`;
}

function encodeTime(time: number): string {
  let text = "";
  for (let rest = time, digit = 0; digit < 10; digit += 1) {
    text = alphabet[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}
