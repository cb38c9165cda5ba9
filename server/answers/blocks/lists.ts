import { mapped, type Steps } from "../../event-loop/steps";
import { columnOf } from "../../rendering/blocks/content/column";
import { parts } from "../../rendering/blocks/content/parts";
import { type BlockContent, readSteps } from "../../rendering/blocks/content/read";
import { isIcon } from "../../rendering/blocks/icons";
import { type BlockReader, type BlockText, maxGrowth } from "./block-text";
import { commaSeparated, sentence, withoutLinks } from "./sentences";

export const stats: BlockReader = function* (content) {
  const read = yield* readSteps(content, parts.stats);
  return yield* complete(
    read,
    yield* mapped(read.items, ([number, ...rest]) => {
      const label = commaSeparated(rest);
      return number && label && `${number}: ${label}`;
    }),
  );
};

export const features: BlockReader = function* (content) {
  const read = yield* readSteps(content, parts.features);
  return yield* complete(
    read,
    yield* mapped(read.items, (cells) => {
      const [title, ...rest] = cells.length > 1 && isIcon(cells[0] as string) ? cells.slice(1) : cells;
      const text = commaSeparated(rest);
      return title && (text === "" ? title : `${title}: ${text}`);
    }),
  );
};

export const steps: BlockReader = function* (content) {
  const read = yield* readSteps(content, parts.steps);
  return yield* complete(
    read,
    yield* mapped(read.items, ([first = "", ...rest]) => {
      const text = first.replace(/^\[[ xX]\]\s*/, "");
      const details = commaSeparated(rest);
      return text && (details === "" ? text : `${text} (${details})`);
    }),
  );
};

export const attendees: BlockReader = function* (content) {
  const read = yield* readSteps(content, parts.attendees);
  const { fields, items } = read;
  if (items.length === 0 || items.some(([name]) => !name)) return undefined;
  const date = fields.get("date");
  const present = (yield* mapped(items, (cells) => commaSeparated(cells))).join("; ");
  return yield* paragraphs(read, [date ? `${date}: ${present}` : present]);
};

export const comparison: BlockReader = function* (content) {
  const read = yield* readSteps(content, parts.comparison);
  const [header, ...body] = read.rows;
  if (!header || header.length < 2 || body.length === 0) return undefined;
  const columns = header.slice(1).map((cell) => columnOf(cell).name);
  if (columns.join().length * body.length > content.length * maxGrowth) return undefined;
  return yield* paragraphs(
    read,
    yield* mapped(body, ([row = "", ...cells]) => {
      const values = commaSeparated(cells.slice(0, columns.length).map((cell, at) => cell && `${columns[at]} ${cell}`.trim()));
      return row === "" || values === "" ? row || values : `${row}: ${values}`;
    }),
  );
};

type Around = Pick<BlockContent, "before" | "after">;

/** Undefined if one of them says nothing. */
function* complete(around: Around, texts: readonly (string | undefined)[]): Steps<BlockText[] | undefined> {
  const said = texts.filter((text): text is string => Boolean(text));
  return said.length === 0 || said.length < texts.length ? undefined : yield* paragraphs(around, said);
}

function* paragraphs({ before, after }: Around, texts: readonly string[]): Steps<BlockText[]> {
  const said = yield* mapped(texts, sentence);
  return [{ body: [withoutLinks(before), ...said, withoutLinks(after)].filter(Boolean).join("\n\n") }];
}
