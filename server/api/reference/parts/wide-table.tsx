/** @jsxImportSource hono/jsx */
import type { Markup } from "./markup";

interface Props {
  caption: string;
  head: readonly string[];
  /** Which of the two only screen readers are told. */
  unseen: "caption" | "head";
  rows: readonly Markup[];
}

export function WideTable({ caption, head, unseen, rows }: Props) {
  const classOf = (part: Props["unseen"]) => (part === unseen ? "unseen" : undefined);
  return (
    <table class="wide">
      <caption class={classOf("caption")}>{caption}</caption>
      <thead class={classOf("head")}>
        <tr>
          {head.map((title) => (
            <th scope="col">{title}</th>
          ))}
        </tr>
      </thead>
      <tbody>{rows}</tbody>
    </table>
  );
}
