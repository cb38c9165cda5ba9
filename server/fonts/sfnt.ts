import { inflateSync } from "node:zlib";

const maxTableBytes = 4 * 1_048_576;

/** Unpacks a WOFF font: what draws texts in images reads plain ones alone. */
export function toSfnt(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const directory = Buffer.alloc(12 + 16 * count);
  woff.copy(directory, 0, 4, 8);
  const range = 2 ** Math.floor(Math.log2(count));
  directory.writeUInt16BE(count, 4);
  directory.writeUInt16BE(16 * range, 6);
  directory.writeUInt16BE(Math.log2(range), 8);
  directory.writeUInt16BE(16 * (count - range), 10);
  const tables: Buffer[] = [];
  let offset = directory.length;
  for (let index = 0; index < count; index++) {
    const entry = 44 + 20 * index;
    const [start, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [number, number, number];
    const content = woff.subarray(start, start + packed);
    const table = packed < length ? inflateSync(content, { maxOutputLength: maxTableBytes }) : content;
    const at = 12 + 16 * index;
    woff.copy(directory, at, entry, entry + 4);
    woff.copy(directory, at + 4, entry + 16, entry + 20);
    directory.writeUInt32BE(offset, at + 8);
    directory.writeUInt32BE(length, at + 12);
    const padding = Buffer.alloc((4 - (length % 4)) % 4);
    tables.push(table, padding);
    offset += length + padding.length;
  }
  return Buffer.concat([directory, ...tables]);
}
