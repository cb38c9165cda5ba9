/** @jsxImportSource hono/jsx */
import type { Topic } from "../../../contract";
import type { AssetScope } from "../images";
import type { TemplateBuilder } from "../templates/template-builder";
import { Entries } from "./entries";

interface Props {
  topic: Topic;
  anchor: string;
  builder: TemplateBuilder;
  assetScope: AssetScope;
}

export function TopicSection({ topic, anchor, builder, assetScope }: Props) {
  return (
    <section class="topic" id={anchor}>
      <h2>{builder.text(topic.title)}</h2>
      <Entries entries={topic.entries} builder={builder} assetScope={assetScope} />
    </section>
  );
}

export function ContentsItem({ topic, anchor, builder }: Omit<Props, "assetScope">) {
  return (
    <li>
      <a href={`#${anchor}`}>{builder.text(topic.title)}</a>
    </li>
  );
}
