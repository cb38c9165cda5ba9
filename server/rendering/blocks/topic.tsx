/** @jsxImportSource hono/jsx */
import type { Topic } from "../../../contract";
import type { Place } from "../images";
import type { Weave } from "../templates/template";
import { Entries } from "./entry";

interface Given {
  topic: Topic;
  anchor: string;
  weave: Weave;
  place: Place;
}

export function TopicSection({ topic, anchor, weave, place }: Given) {
  return (
    <section class="topic" id={anchor}>
      <h2>{weave.text(topic.title)}</h2>
      <Entries entries={topic.entries} weave={weave} place={place} />
    </section>
  );
}

export function ContentsItem({ topic, anchor, weave }: Omit<Given, "place">) {
  return (
    <li>
      <a href={`#${anchor}`}>{weave.text(topic.title)}</a>
    </li>
  );
}
