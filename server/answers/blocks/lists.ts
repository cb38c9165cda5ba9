import { eachLine, mapped, type Steps } from "../../event-loop/steps";
import { isIcon } from "../../rendering/entries/icons";
import { cellsOf, readSteps } from "../../rendering/entries/read";
import { type BlockReader, type BlockText, maxGrowth } from "./block-text";
import { listed, sentence } from "./sentences";

export const stats: BlockReader = function* (content) {
  const { items } = yield* readSteps(content);
  return yield* complete(
    yield* mapped(items, ([number, ...rest]) => {
      const label = listed(rest);
      return number && label && `${number}: ${label}`;
    }),
  );
};

export const features: BlockReader = function* (content) {
  const { items } = yield* readSteps(content);
  return yield* complete(
    yield* mapped(items, (cells) => {
      const [title, ...rest] = cells.length > 1 && isIcon(cells[0] as string) ? cells.slice(1) : cells;
      const text = listed(rest);
      return title && (text === "" ? title : `${title}: ${text}`);
    }),
  );
};

export const steps: BlockReader = function* (content) {
  const { items } = yield* readSteps(content);
  return yield* complete(
    yield* mapped(items, ([first = "", ...rest]) => {
      const text = first.replace(/^\[[ xX]\]\s*/, "");
      const details = listed(rest);
      return text && (details === "" ? text : `${text} (${details})`);
    }),
  );
};

export const attendees: BlockReader = function* (content) {
  const { fields, items } = yield* readSteps(content, ["date"]);
  if (items.length === 0 || items.some(([name]) => !name)) return undefined;
  const date = fields.get("date");
  const present = (yield* mapped(items, (cells) => listed(cells))).join("; ");
  return yield* paragraphs([date ? `${date}: ${present}` : present]);
};

export const comparison: BlockReader = function* (content) {
  const rows: string[][] = [];
  let otherLines = 0;
  yield* eachLine(content, (line) => {
    if (line.includes("|") && !/^[\s|:-]+$/.test(line)) rows.push(cellsOf(line));
    else if (line.trim() !== "") otherLines += 1;
  });
  const [header, ...body] = rows;
  if (!header || header.length < 2 || body.length === 0 || otherLines > 1) return undefined;
  const columns = header.slice(1).map((cell) => (cell.endsWith("*") ? cell.slice(0, -1).trimEnd() : cell));
  if (columns.join().length * body.length > content.length * maxGrowth) return undefined;
  return yield* paragraphs(
    yield* mapped(body, ([row = "", ...cells]) => {
      const values = listed(cells.slice(0, columns.length).map((cell, at) => cell && `${columns[at]} ${cell}`.trim()));
      return row === "" || values === "" ? row || values : `${row}: ${values}`;
    }),
  );
};

/** Undefined if one of them says nothing. */
function* complete(texts: readonly (string | undefined)[]): Steps<BlockText[] | undefined> {
  const said = texts.filter((text): text is string => Boolean(text));
  return said.length === 0 || said.length < texts.length ? undefined : yield* paragraphs(said);
}

function* paragraphs(texts: readonly string[]): Steps<BlockText[]> {
  return [{ body: (yield* mapped(texts, sentence)).join("\n\n") }];
}
