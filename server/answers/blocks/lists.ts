import { isIcon } from "../../rendering/entries/icons";
import { cellsOf, readContent } from "../../rendering/entries/read";
import { type BlockReader, type BlockText, maxGrowth } from "./block-text";
import { listed, sentence } from "./sentences";

export const stats: BlockReader = (content) => {
  const figures = readContent(content).items.map(([number, ...label]) => ({ number, label: listed(label) }));
  if (figures.length === 0 || figures.some(({ number, label }) => !number || !label)) return undefined;
  return paragraphs(figures.map(({ number, label }) => `${number}: ${label}`));
};

export const features: BlockReader = (content) => {
  const shown = readContent(content).items.map((cells) => {
    const [title = "", ...text] = cells.length > 1 && isIcon(cells[0] as string) ? cells.slice(1) : cells;
    return { title, text: listed(text) };
  });
  if (shown.length === 0 || shown.some(({ title }) => title === "")) return undefined;
  return paragraphs(shown.map(({ title, text }) => (text === "" ? title : `${title}: ${text}`)));
};

export const steps: BlockReader = (content) => {
  const read = readContent(content).items.map(([first = "", ...rest]) => ({
    text: first.replace(/^\[[ xX]\]\s*/, ""),
    details: listed(rest),
  }));
  if (read.length === 0 || read.some(({ text }) => text === "")) return undefined;
  return paragraphs(read.map(({ text, details }) => (details === "" ? text : `${text} (${details})`)));
};

export const attendees: BlockReader = (content) => {
  const { fields, items } = readContent(content, ["date"]);
  if (items.length === 0 || items.some(([name]) => !name)) return undefined;
  const date = fields.get("date");
  const present = items.map((cells) => listed(cells)).join("; ");
  return paragraphs([date ? `${date}: ${present}` : present]);
};

export const comparison: BlockReader = (content) => {
  const lines = content.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
  const rows = lines.filter((line) => line.includes("|") && !/^[\s|:-]+$/.test(line)).map(cellsOf);
  const [header, ...body] = rows;
  if (!header || header.length < 2 || body.length === 0 || rows.length < lines.length - 1) return undefined;
  const columns = header.slice(1).map((cell) => (cell.endsWith("*") ? cell.slice(0, -1).trimEnd() : cell));
  if (columns.join().length * body.length > content.length * maxGrowth) return undefined;
  return paragraphs(
    body.map(([row = "", ...cells]) => {
      const values = listed(cells.slice(0, columns.length).map((cell, at) => cell && `${columns[at]} ${cell}`.trim()));
      return row === "" || values === "" ? row || values : `${row}: ${values}`;
    }),
  );
};

function paragraphs(texts: readonly string[]): BlockText[] {
  return [{ body: texts.map(sentence).join("\n\n") }];
}
