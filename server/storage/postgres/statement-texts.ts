import { postgresDialect, queryText } from "../dialects";
import type { Sql, Value } from "../sql";

/** How many different limits of a query have a statement of their own. Most queries have one, and lists those of their callers. */
const maxLiteralLimits = 8;

interface Statement {
  text: string;
  values: Value[];
}

interface Known {
  text: string;
  /** Which of the values are limits. */
  limits: readonly number[];
  /** Texts with the limits in them, by the limits. */
  byLimits: Map<string, string>;
}

const known = new WeakMap<readonly string[], Known>();

/**
 * A query as the server prepares it. Limits are part of the text: for a parameter the planner assumes a tenth of all rows, so it
 * never keeps the plan, and planning anew each time takes longer than reading a page.
 */
export function statementOf(query: Sql): Statement {
  const { text, limits, byLimits } = entryOf(query);
  const values = query.values as Value[];
  if (limits.length === 0) return { text, values };
  const key = limits.map((position) => values[position]).join();
  let literal = byLimits.get(key);
  if (literal === undefined) {
    if (byLimits.size === maxLiteralLimits || !limits.every((position) => Number.isSafeInteger(values[position])))
      return { text, values };
    literal = textWith(query, limits);
    byLimits.set(key, literal);
  }
  return { text: literal, values: values.filter((_, position) => !limits.includes(position)) };
}

function entryOf(query: Sql): Known {
  let entry = known.get(query.pieces);
  if (!entry) {
    const limits = query.values.flatMap((_, position) => (/\bLIMIT $/.test(query.pieces[position] as string) ? position : []));
    entry = { text: queryText(postgresDialect, query), limits, byLimits: new Map() };
    known.set(query.pieces, entry);
  }
  return entry;
}

function textWith({ pieces, values }: Sql, limits: readonly number[]): string {
  const [first, ...rest] = pieces as [string, ...string[]];
  const merged = [first];
  for (const [position, piece] of rest.entries()) {
    if (limits.includes(position)) merged[merged.length - 1] += `${values[position]}${piece}`;
    else merged.push(piece);
  }
  return queryText(postgresDialect, { pieces: merged, values: [] });
}
