import type { Topic } from "../../../contract";
import { type AssetScope, assetIdsIn, assetOf } from "../images";

/** What needs the whole width of a landing page. */
const wideTypes = new Set("hero video quote stats features pricing comparison logos gallery attendees image faq".split(" "));
/** Estimated heights, in lines of text, of blocks that are not text alone: they may have more. */
const linesOfType: ReadonlyMap<string, number> = new Map(Object.entries({ person: 7 }));
const extraLines: ReadonlyMap<string, number> = new Map(Object.entries({ callout: 1.6, steps: 1 }));
/** Letters in a line of half the width, and of a third. */
const lineLength = 58;
const thirdLineLength = 34;
/** A card's padding and title, and the gap between two cards, in lines. */
const cardLines = 4.3;
const gapLines = 0.7;
const paragraphLines = 0.6;
const itemLines = 0.25;
const kindOfCallout = /^[ \t]*kind[ \t]*:.*$/im;
/** Of a file: its name alone, what is around its preview, and a preview that is as high as wide. */
const linesOfFileName = 2.6;
const linesOfFileEdges = 1.2;
const previewLines = 4.6;
const maxPreviewLines = 6.3;
const usualFileLines = 5;
const maxLines = 24;
const maxInRow = 5;
/** Three cards of so many lines stand side by side; a longer text would be a narrow strip. */
const maxThirdLines = 6;

/** What is known of a topic before rows are made. */
export interface Card {
  /** About how high it is in half the width; undefined if it needs all of it. */
  cardHeight: number | undefined;
  /** And in a third; undefined if it needs more. */
  thirdHeight: number | undefined;
}

type KnownAssets = Pick<AssetScope, "assets">;

export function cardOf(topic: Pick<Topic, "entries">, scope: KnownAssets = {}): Card {
  const third = heightOf(topic, thirdLineLength, scope);
  const isShort = third !== undefined && third <= cardLines + maxThirdLines;
  return { cardHeight: heightOf(topic, lineLength, scope), thirdHeight: isShort ? third : undefined };
}

function heightOf({ entries }: Pick<Topic, "entries">, lineLength: number, scope: KnownAssets): number | undefined {
  let height = cardLines;
  for (const { content } of entries) {
    const type = content.type.toLowerCase();
    if (content.content.length > maxLines * lineLength) return undefined;
    // Of one line: spaces that go on over empty lines would be looked at again from each of them.
    if (wideTypes.has(type) || /^[ \t]*\||```|!\[/m.test(content.content)) return undefined;
    const least = type === "file" ? linesOfFile(content.content, scope) : (linesOfType.get(type) ?? 0);
    const text = type === "callout" ? content.content.replace(kindOfCallout, "") : content.content;
    height += Math.max(least, linesIn(text, lineLength) + (extraLines.get(type) ?? 0));
    if (height > cardLines + maxLines) return undefined;
  }
  return entries.length === 0 ? undefined : height;
}

/** As high as the first page, or the image, that is shown of it. */
function linesOfFile(content: string, scope: KnownAssets): number {
  const [assetId = ""] = assetIdsIn(content);
  const { hasPreview, width, height } = assetOf(scope, assetId) ?? {};
  if (!scope.assets) return usualFileLines;
  if (!hasPreview || !width || !height) return linesOfFileName;
  return linesOfFileEdges + Math.min(maxPreviewLines, (previewLines * height) / width);
}

function linesIn(text: string, lineLength: number): number {
  let lines = 0;
  for (const line of text.trim().split("\n")) {
    lines += line.trim() === "" ? paragraphLines : Math.ceil(line.length / lineLength);
    if (/^\s*([-*+]|\d+\.)\s/.test(line)) lines += itemLines;
  }
  return lines;
}

/** One column, or two or three that are about as high as each other. */
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
export function cardRows<One extends Card>(topics: readonly One[]): CardRow<One>[] {
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
        const uneven = unevenness(row.map(heightOfColumn));
        if (uneven > maxUnevenness) continue;
        const cost = costFrom(next) + uneven ** 2 * unevenCost + run.length * longRowCost;
        if (cost < best.cost) best = { cost, row, next };
      }
      const thirds = run.flatMap(({ thirdHeight }) => thirdHeight ?? []);
      if (run.length !== 3 || thirds.length !== 3 || unevenness(thirds) > maxUnevenness) continue;
      const cost = costFrom(next) + unevenness(thirds) ** 2 * unevenCost + run.length * longRowCost;
      if (cost < best.cost) best = { cost, row: run.map((one) => [one]), next };
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

/** How much lower the lowest column is, as a share of the highest one. */
function unevenness(heights: readonly number[]): number {
  return 1 - Math.min(...heights) / Math.max(...heights);
}

function heightOfColumn(cards: readonly Card[]): number {
  return cards.reduce((sum, { cardHeight = 0 }) => sum + cardHeight + gapLines, -gapLines);
}
