/** An embedding scaled to integers up to 127: cosines of integers are the same on every machine. */
export type Vector = Int8Array;

const largest = 127;

/** Undefined for numbers without a direction. */
export function vectorOf(numbers: readonly number[]): Vector | undefined {
  const scale = numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
  if (scale === 0 || !Number.isFinite(scale)) return undefined;
  return Int8Array.from(numbers, (number) => Math.round((number / scale) * largest));
}

export function lengthOf(vector: Vector): number {
  let squares = 0;
  for (let at = 0; at < vector.length; at += 1) squares += (vector[at] as number) ** 2;
  return Math.sqrt(squares);
}

export function vectorText(vector: Vector): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString("base64");
}

export function vectorFrom(text: string): Vector {
  return new Int8Array(Buffer.from(text, "base64"));
}
