/** Beyond what every font has: all letters, signs and emoji. */
const ranges = [
  [0x100, 0xd7ff],
  [0xe000, 0xfffd],
  [0x10000, 0x1fffd],
  [0x20000, 0x323af],
] as const;

const unitsPerEm = 1_000;
export const blankFamily = "Foyer Blank";

/** A font in which every letter is empty: texts are drawn with it where no other font has a letter, in place of boxes. */
export function blankFont(): Buffer {
  const tables: Record<string, Buffer> = {
    "OS/2": words(78, { 0: 4, 4: 400, 6: 5, 62: 0x40, 64: 0x100, 66: 0xffff, 68: 800, 74: 800, 76: 200 }),
    cmap: characterMap(),
    glyf: Buffer.alloc(4),
    head: words(54, { 0: 1, 12: 0x5f0f, 14: 0x3cf5, 18: unitsPerEm, 46: 8, 50: 0 }),
    hhea: words(36, { 0: 1, 4: 800, 6: 0x10000 - 200, 34: 1 }),
    hmtx: Buffer.alloc(8),
    loca: Buffer.alloc(6),
    maxp: words(32, { 0: 1, 4: 2, 14: 1 }),
    name: names(),
    post: words(32, { 0: 3 }),
  };
  return joined(tables);
}

/** One glyph for whole ranges (format 13). */
function characterMap(): Buffer {
  const head = Buffer.from([0, 0, 0, 1, 0, 3, 0, 10, 0, 0, 0, 12]);
  const map = Buffer.alloc(16 + 12 * ranges.length);
  map.writeUInt16BE(13, 0);
  map.writeUInt32BE(map.length, 4);
  map.writeUInt32BE(ranges.length, 12);
  for (const [index, [first, last]] of ranges.entries()) {
    for (const [place, value] of [first, last, 1].entries()) map.writeUInt32BE(value, 16 + 12 * index + 4 * place);
  }
  return Buffer.concat([head, map]);
}

/** Family, style and full name, for Windows in English: the kind that is read everywhere. */
function names(): Buffer {
  const texts = [
    [1, blankFamily],
    [2, "Regular"],
    [4, blankFamily],
    [6, blankFamily.replace(" ", "")],
  ] as const;
  const strings = texts.map(([, text]) => Buffer.from(text, "utf16le").swap16());
  const head = words(6 + 12 * texts.length, { 2: texts.length, 4: 6 + 12 * texts.length });
  let offset = 0;
  for (const [index, [id]] of texts.entries()) {
    const length = strings[index]?.length ?? 0;
    for (const [place, value] of [3, 1, 0x409, id, length, offset].entries()) {
      head.writeUInt16BE(value, 6 + 12 * index + 2 * place);
    }
    offset += length;
  }
  return Buffer.concat([head, ...strings]);
}

/** A table with these 16-bit words at these places, and zeros elsewhere. */
function words(length: number, values: Readonly<Record<number, number>>): Buffer {
  const table = Buffer.alloc(length);
  for (const [at, value] of Object.entries(values)) table.writeUInt16BE(value, Number(at));
  return table;
}

function joined(tables: Readonly<Record<string, Buffer>>): Buffer {
  const entries = Object.entries(tables);
  const directory = words(12 + 16 * entries.length, { 0: 1, 4: entries.length });
  let offset = directory.length;
  const contents = entries.map(([tag, table], index) => {
    const at = 12 + 16 * index;
    directory.write(tag, at, "latin1");
    directory.writeUInt32BE(offset, at + 8);
    directory.writeUInt32BE(table.length, at + 12);
    const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
    offset += padded.length;
    return padded;
  });
  return Buffer.concat([directory, ...contents]);
}
