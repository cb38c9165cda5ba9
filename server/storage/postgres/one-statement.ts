import type { Write } from "../port";
import type { Sql, Value } from "../sql";

/** The text that writes of one shape became: put together once. */
interface Shape {
  text?: string;
  /** By the insertion that comes next, or `end` after the last that follows one. */
  next: Map<readonly string[] | "end", Shape>;
}

interface Statement {
  text: string;
  values: Value[];
}

/**
 * Far more than there are kinds of writes. A statement's text that was dropped and made again has new pieces, and so a new shape.
 */
const maxShapes = 2_000;
const shapes: Shape = { next: new Map() };
let shapeCount = 0;

/**
 * An insertion and those that follow as common table expressions of one statement, which returns a row if the first
 * insertion added one. Three round trips fewer than a transaction of one statement each.
 */
export function oneStatement(write: Write): Statement {
  if (shapeCount >= maxShapes) {
    shapes.next.clear();
    shapeCount = 0;
  }
  const inserts: Insert[] = [];
  const shape = flatten(write, undefined, inserts, shapes);
  shape.text ??= textOf(inserts);
  return { text: shape.text, values: inserts.flatMap(({ sql }) => sql.values) };
}

interface Insert {
  sql: Sql;
  /** Which insertion must have added a row. */
  after: number | undefined;
}

function flatten({ insert, followedBy }: Write, after: number | undefined, inserts: Insert[], start: Shape): Shape {
  const position = inserts.push({ sql: insert, after }) - 1;
  let shape = entryOf(start, insert.pieces);
  for (const next of followedBy?.() ?? []) shape = flatten(next, position, inserts, shape);
  return entryOf(shape, "end");
}

function textOf(inserts: readonly Insert[]): string {
  let values = 0;
  const expressions = inserts.map(({ sql, after }, index) => {
    const pieces = after === undefined ? sql.pieces : onlyAfter(`insert_${after}`, sql.pieces);
    const text = pieces.reduce((before, piece) => `${before}$${(values += 1)}${piece}`);
    return `insert_${index} AS (${text} RETURNING 1)`;
  });
  return `WITH ${expressions.join(", ")} SELECT 1 AS added FROM insert_0`;
}

/** `VALUES (…)` becomes a SELECT that has a row only if the other insertion had one. */
function onlyAfter(other: string, pieces: readonly string[]): string[] {
  const changed = [...pieces];
  const last = pieces.length - 1;
  changed[0] = (pieces[0] as string).replace(/\bVALUES\s*\(/, "SELECT ");
  changed[last] = (pieces[last] as string).replace(")", ` WHERE EXISTS (SELECT 1 FROM ${other})`);
  if (last === 0 || changed[0] === pieces[0] || changed[last] === pieces[last]) {
    throw new Error(`Not an INSERT … VALUES (…): ${pieces.join("?")}`);
  }
  return changed;
}

function entryOf({ next }: Shape, key: readonly string[] | "end"): Shape {
  const known = next.get(key);
  if (known) return known;
  const shape: Shape = { next: new Map() };
  next.set(key, shape);
  shapeCount += 1;
  return shape;
}
