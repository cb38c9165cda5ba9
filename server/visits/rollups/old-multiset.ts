/** The first way to write a multiset: pairs of the step from the number before and the count, each in groups of seven bits, in base64. */
export function decodeOldCounts(text: string, each: (number: number, count: number) => void): void {
  const bytes = Buffer.from(text, "base64");
  let at = 0;
  const next = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++] as number;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  for (let number = 0; at < bytes.length; ) {
    number += next();
    each(number, next());
  }
}
