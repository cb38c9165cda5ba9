export interface FontTable {
  bytes: Buffer;
  /** Stored in another form than in a plain font. */
  isTransformed: boolean;
}

export type FontTables = ReadonlyMap<string, FontTable>;

/** A font file as style sheets describe it. */
export interface FontFace {
  /** Such as `400`, or `100 900` for a font that has all weights between. */
  weight: string;
  isItalic: boolean;
  /** In percent: how much a system font is enlarged to take as much room as this one. */
  size: number;
  ascent: number;
  descent: number;
}

/** How often letters occur in a hundred, and how wide they are in Arial, in thousandths of its size. */
const letters: readonly [letter: string, often: number, inArial: number][] = [
  [" ", 18, 278],
  ["e", 10.4, 556],
  ["t", 7.5, 278],
  ["a", 6.7, 556],
  ["o", 6.2, 556],
  ["i", 5.7, 222],
  ["n", 5.5, 556],
  ["s", 5.2, 500],
  ["h", 5, 556],
  ["r", 4.9, 333],
  ["d", 3.5, 556],
  ["l", 3.3, 222],
  ["c", 2.3, 500],
  ["u", 2.3, 556],
  ["m", 2, 833],
  ["w", 2, 722],
  ["f", 1.8, 278],
  ["g", 1.6, 556],
  ["y", 1.6, 500],
  ["p", 1.6, 556],
  ["b", 1.2, 556],
  ["v", 0.8, 500],
  ["k", 0.6, 500],
];
const inArial = average((_, width) => width);

export function faceOf(tables: FontTables): FontFace {
  const table = (tag: string) => {
    const found = tables.get(tag);
    if (!found) throw new Error(`no ${tag} table`);
    return found.bytes;
  };
  const [head, hhea, os2] = [table("head"), table("hhea"), table("OS/2")];
  const unitsPerEm = head.readUInt16BE(18);
  if (unitsPerEm < 16 || unitsPerEm > 16_384) throw new Error("no size");
  const usesTypographic = (os2.readUInt16BE(62) & 0x80) !== 0;
  const [ascent, descent] = usesTypographic
    ? [os2.readInt16BE(68), os2.readInt16BE(70)]
    : [hhea.readInt16BE(4), hhea.readInt16BE(6)];
  const stretch = Math.min(2, Math.max(0.5, averageWidth(tables, table, unitsPerEm) / inArial));
  const percent = (part: number) => Math.round(Math.min(3, Math.max(0, part)) * 1_000) / 10;
  return {
    weight: weightsOf(tables.get("fvar")?.bytes) ?? String(Math.min(1_000, Math.max(1, os2.readUInt16BE(4)))),
    isItalic: (os2.readUInt16BE(62) & 1) === 1,
    size: percent(stretch),
    ascent: percent(ascent / unitsPerEm / stretch),
    descent: percent(-descent / unitsPerEm / stretch),
  };
}

/** In thousandths of the font's size. As in Arial if the font has no Latin letters. */
function averageWidth(tables: FontTables, table: (tag: string) => Buffer, unitsPerEm: number): number {
  const count = table("hhea").readUInt16BE(34);
  const metrics = table("hmtx");
  // The transformed table has the widths one after the other, after one byte.
  const isTransformed = tables.get("hmtx")?.isTransformed === true;
  const widthOf = (glyph: number) => {
    const index = Math.min(glyph, count - 1);
    return (metrics.readUInt16BE(isTransformed ? 1 + 2 * index : 4 * index) * 1_000) / unitsPerEm;
  };
  const glyphOf = glyphs(table("cmap"));
  return average((letter, width) => {
    const glyph = glyphOf(letter.charCodeAt(0));
    return glyph === 0 ? width : widthOf(glyph);
  });
}

function average(widthOf: (letter: string, inArial: number) => number): number {
  let [sum, all] = [0, 0];
  for (const [letter, often, width] of letters) {
    sum += often * widthOf(letter, width);
    all += often;
  }
  return sum / all;
}

/** The glyphs of letters, from a table of format 4, which fonts have for browsers; 0 without one. */
function glyphs(cmap: Buffer): (code: number) => number {
  for (let index = 0; index < Math.min(cmap.readUInt16BE(2), 32); index++) {
    const table = cmap.subarray(cmap.readUInt32BE(8 + 8 * index));
    if (table.readUInt16BE(0) !== 4) continue;
    const segments = table.readUInt16BE(6) / 2;
    return (code) => {
      for (let segment = 0; segment < segments; segment++) {
        const at = 14 + 2 * segment;
        if (code > table.readUInt16BE(at)) continue;
        const start = table.readUInt16BE(at + 2 * segments + 2);
        const delta = table.readUInt16BE(at + 4 * segments + 2);
        const offsetAt = at + 6 * segments + 2;
        const offset = table.readUInt16BE(offsetAt);
        if (code < start) return 0;
        if (offset === 0) return (code + delta) & 0xffff;
        const glyph = table.readUInt16BE(offsetAt + offset + 2 * (code - start));
        return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
      }
      return 0;
    };
  }
  return () => 0;
}

/** The weights of a variable font. */
function weightsOf(fvar: Buffer | undefined): string | undefined {
  if (!fvar) return undefined;
  const [axes, count, size] = [4, 8, 10].map((at) => fvar.readUInt16BE(at)) as [number, number, number];
  for (let index = 0; index < Math.min(count, 16); index++) {
    const at = axes + size * index;
    if (fvar.toString("latin1", at, at + 4) !== "wght") continue;
    const bound = (offset: number) => Math.min(1_000, Math.max(1, fvar.readInt16BE(at + offset)));
    return `${bound(4)} ${bound(12)}`;
  }
  return undefined;
}
