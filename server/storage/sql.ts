export type Value = string | number | null;

/** A query: literal pieces around values. The pieces of one call site are one object, so drivers prepare once. */
export interface Sql {
  readonly pieces: readonly string[];
  readonly values: readonly Value[];
}

/** Values become parameters, always; another `sql` becomes part of the text. */
export function sql(pieces: TemplateStringsArray, ...values: (Value | Sql)[]): Sql {
  for (const value of values) {
    if (isSql(value)) return combine(pieces, values);
  }
  return { pieces, values: values as Value[] };
}

/** Text written by us alone: schema statements, never anything a request brought. */
export function statement(text: string): Sql {
  return { pieces: intern([text]), values: [] };
}

/** `(a, b, c)` for a row: its length is that of the table's columns, never that of a request. */
export function sqlTuple(values: readonly Value[]): Sql {
  return { pieces: intern(["(", ...Array<string>(values.length - 1).fill(", "), ")"]), values };
}

/**
 * `column ${among(values)}`: whether the column has one of the values. Any number of them is one parameter (a JSON array), so
 * that each call site is one statement. Each dialect writes it in its own way.
 */
export function among(values: readonly string[]): Sql {
  return { pieces: amongPieces, values: [JSON.stringify(values)] };
}

/** Marks the parameter of `among` in a query's text; no text of ours contains this character. */
export const amongMark = "\u0002";
const amongPieces: readonly string[] = [amongMark, amongMark];

/** `column ${amongRows(query)}`: whether the column has one of the values that the query finds. The query runs first. */
export function amongRows(query: Sql): Sql {
  return sql`${amongRowsEnd}${query}${amongRowsEnd}`;
}

/** Marks both ends of the query of `amongRows`. */
export const amongRowsMark = "\u0003";
const amongRowsEnd: Sql = { pieces: [amongRowsMark], values: [] };

const maxRowsAtOnce = 64;
const maxOftenRows = 16;

/**
 * For a statement that takes many rows: `(a, b), (c, d)` after `VALUES`. In groups of a power of two, so that few shapes
 * of it are ever prepared, however many rows there are. One that runs `often` has a shape for each small number of rows.
 */
export function sqlRows(rows: readonly (readonly Value[])[], { often = false } = {}): Sql[] {
  const groups: Sql[] = [];
  for (let from = 0; from < rows.length; ) {
    const left = rows.length - from;
    const size = often && left <= maxOftenRows ? left : Math.min(2 ** Math.floor(Math.log2(left)), maxRowsAtOnce);
    const group = rows.slice(from, from + size);
    groups.push({ pieces: rowPieces((group[0] as readonly Value[]).length, size), values: group.flat() });
    from += size;
  }
  return groups;
}

/** By the number of columns and of rows, both of which are few. */
const knownRowPieces = new Map<string, readonly string[]>();

function rowPieces(columns: number, rows: number): readonly string[] {
  const key = `${columns} ${rows}`;
  let pieces = knownRowPieces.get(key);
  if (!pieces) {
    const row = ["(", ...Array<string>(columns - 1).fill(", ")];
    const next = ["), (", ...row.slice(1)];
    pieces = [...row, ...Array.from({ length: rows - 1 }, () => next).flat(), ")"];
    knownRowPieces.set(key, pieces);
  }
  return pieces;
}

export const nothing: Sql = { pieces: [""], values: [] };

/** What a template became with these texts in it. Combined once for each combination. */
interface Shape {
  pieces?: readonly string[];
  /** By the pieces of the text in the next place, or `value` for a value. */
  next: Map<readonly string[] | "value", Shape>;
}

const shapes = new Map<readonly string[], Shape>();

function combine(pieces: readonly string[], values: readonly (Value | Sql)[]): Sql {
  const flat: Value[] = [];
  let shape = entryOf(shapes, pieces);
  for (const value of values) {
    if (isSql(value)) {
      shape = entryOf(shape.next, value.pieces);
      for (const inner of value.values) flat.push(inner);
    } else {
      shape = entryOf(shape.next, "value");
      flat.push(value);
    }
  }
  shape.pieces ??= intern(combinedPieces(pieces, values));
  return { pieces: shape.pieces, values: flat };
}

function combinedPieces(pieces: readonly string[], values: readonly (Value | Sql)[]): string[] {
  const combined: string[] = [pieces[0] as string];
  values.forEach((value, index) => {
    const [first, ...rest] = isSql(value) ? value.pieces : ["", ""];
    combined[combined.length - 1] += first as string;
    combined.push(...rest);
    combined[combined.length - 1] += pieces[index + 1] as string;
  });
  return combined;
}

function isSql(value: Value | Sql): value is Sql {
  return typeof value === "object" && value !== null;
}

function entryOf<Key>(map: Map<Key, Shape>, key: Key): Shape {
  const known = map.get(key);
  if (known) return known;
  const shape: Shape = { next: new Map() };
  map.set(key, shape);
  return shape;
}

const maxInterned = 5_000;
const interned = new Map<string, readonly string[]>();

/** The same pieces for the same text. Bounded: a call site that makes many texts costs time then, not memory. */
function intern(pieces: readonly string[]): readonly string[] {
  const text = pieces.join("\u0000");
  const known = interned.get(text);
  if (known) return known;
  if (interned.size >= maxInterned) {
    interned.clear();
    shapes.clear();
  }
  interned.set(text, pieces);
  return pieces;
}
