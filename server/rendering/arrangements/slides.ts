import type { Topic } from "../../../contract";

const maxSmallLength = 240;
const maxSmallLines = 6;
const maxOnSlide = 3;
/** What can stand in a third of a slide. */
const smallTypes = new Set(["text", "markdown", "callout", "link"]);

/** A few lines of text, and nothing that needs the width of a slide. */
export function isSmall({ entries }: Pick<Topic, "entries">): boolean {
  const contents = entries.map(({ content }) => content);
  const text = contents.map(({ content }) => content.trim()).join("\n\n");
  return (
    contents.length > 0 &&
    contents.every(({ type }) => smallTypes.has(type.toLowerCase())) &&
    text.length <= maxSmallLength &&
    text.split("\n").length <= maxSmallLines &&
    !/^\s*\||```|!\[/m.test(text)
  );
}

/** Small topics that follow each other share slides, as evenly as can be: four are two and two. */
export function slidesOf<One extends { isSmall: boolean }>(topics: readonly One[]): One[][] {
  const slides: One[][] = [];
  for (let at = 0; at < topics.length; ) {
    const next = topics.findIndex((topic, index) => index >= at && !topic.isSmall);
    const run = (next === -1 ? topics.length : next) - at;
    for (let left = run, count = Math.ceil(run / maxOnSlide); count > 0; count -= 1) {
      const size = Math.ceil(left / count);
      slides.push(topics.slice(at, at + size));
      at += size;
      left -= size;
    }
    if (at < topics.length && run === 0) slides.push(topics.slice(at, ++at));
  }
  return slides;
}
