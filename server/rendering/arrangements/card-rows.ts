import type { Topic } from "../../../contract";

/** What needs the whole width of a landing page. */
const wideTypes = new Set("hero video quote stats features pricing comparison logos gallery attendees image faq".split(" "));
/** Estimated heights, in lines of text, of blocks that are not text. */
const linesOfType: Readonly<Record<string, number>> = { person: 7, file: 5 };
const extraLines: Readonly<Record<string, number>> = { callout: 2.5, steps: 1 };
/** Letters in a line of half the width. */
const lineLength = 58;
/** A card's padding and title, and the gap between two cards, in lines. */
const cardLines = 4.3;
const gapLines = 0.7;
const paragraphLines = 0.6;
const itemLines = 0.25;
const maxLines = 24;
const maxInRow = 5;

/** About how high a topic is in half the width; undefined if it needs all of it. */
export function cardHeight({ entries }: Pick<Topic, "entries">): number | undefined {
  let height = cardLines;
  for (const { content } of entries) {
    const type = content.type.toLowerCase();
    if (content.content.length > maxLines * lineLength) return undefined;
    if (wideTypes.has(type) || /^\s*\||```|!\[/m.test(content.content)) return undefined;
    height += linesOfType[type] ?? linesIn(content.content) + (extraLines[type] ?? 0);
    if (height > cardLines + maxLines) return undefined;
  }
  return entries.length === 0 ? undefined : height;
}

function linesIn(text: string): number {
  let lines = 0;
  for (const line of text.trim().split("\n")) {
    lines += line.trim() === "" ? paragraphLines : Math.ceil(line.length / lineLength);
    if (/^\s*([-*+]|\d+\.)\s/.test(line)) lines += itemLines;
  }
  return lines;
}

/** One column, or two that are about as high as each other. */
export type CardRow<One> = One[][];

/** A topic in the whole width costs as much as two columns of which one is a quarter lower. */
const aloneCost = 0.35;
const unevenCost = 6;
/** A guess, so that no card is emptier than a fifth. */
const maxUnevenness = 0.15;
/** Two columns are read one after the other: the fewer topics in them, the better. */
const longRowCost = 0.02;

interface Plan<One> {
  /** What this row and all rows behind it cost. */
  cost: number;
  row: CardRow<One>;
  /** The first topic behind this row. */
  next: number;
}

/** The first topic stands alone. Others share a row with those behind them where no card would be half empty. */
export function cardRows<One extends { cardHeight: number | undefined }>(topics: readonly One[]): CardRow<One>[] {
  const [first, ...others] = topics;
  if (!first) return [];
  // From the last topic to the first: the best rows for it and all topics after it.
  const plans: Plan<One>[] = [];
  for (let at = others.length - 1; at >= 0; at -= 1) {
    const costFrom = (next: number) => plans[next]?.cost ?? 0;
    const alone = others[at] as One;
    let best: Plan<One> = {
      cost: costFrom(at + 1) + (alone.cardHeight === undefined ? 0 : aloneCost),
      row: [[alone]],
      next: at + 1,
    };
    for (let next = at + 2; next <= Math.min(others.length, at + maxInRow); next += 1) {
      const run = others.slice(at, next);
      if (run.some(({ cardHeight }) => cardHeight === undefined)) break;
      for (let split = 1; split < run.length; split += 1) {
        const row = [run.slice(0, split), run.slice(split)];
        const uneven = unevenness(row);
        if (uneven > maxUnevenness) continue;
        const cost = costFrom(next) + uneven ** 2 * unevenCost + run.length * longRowCost;
        if (cost < best.cost) best = { cost, row, next };
      }
    }
    plans[at] = best;
  }
  const rows: CardRow<One>[] = [[[first]]];
  for (let at = 0; at < others.length; ) {
    const { row, next } = plans[at] as Plan<One>;
    rows.push(row);
    at = next;
  }
  return rows;
}

/** How much lower the lower column is, as a share of the higher one. */
function unevenness(columns: readonly (readonly { cardHeight: number | undefined }[])[]): number {
  const heights = columns.map((cards) => cards.reduce((sum, { cardHeight = 0 }) => sum + cardHeight + gapLines, -gapLines));
  return 1 - Math.min(...heights) / Math.max(...heights);
}
