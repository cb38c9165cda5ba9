/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { Topic } from "../../../contract";
import type { TemplateBuilder } from "../templates/template-builder";

interface Props {
  topic: Topic;
  anchor: string;
  builder: TemplateBuilder;
}

/** The entries are made before, one after the other: together they may be megabytes. */
export function TopicSection({ topic, anchor, builder, entries }: Props & { entries: Child }) {
  return (
    <section class="topic" id={anchor}>
      <h2>{builder.text(topic.title)}</h2>
      {entries}
    </section>
  );
}

export function ContentsItem({ topic, anchor, builder }: Props) {
  return (
    <li>
      <a href={`#${anchor}`}>{builder.text(topic.title)}</a>
    </li>
  );
}
