/** @jsxImportSource hono/jsx */
import { Buttons } from "../sections/actions";
import { customStyle } from "../style/custom";
import type { Arrangement } from "./arrangement";

/** A document with a cover, and a table of contents that shows where the reader is. */
export const custom: Arrangement = {
  Body: ({ header, hero, date, actions, cards, topics, contents, forms, ask, footer, phrases }) => (
    <>
      {header}
      <main id="main">
        <div class="cover">
          {hero}
          {actions}
          {date}
        </div>
        <div class="reading">
          <nav class="contents" aria-label={phrases.contents}>
            <p>{phrases.contents}</p>
            <ol>{contents}</ol>
          </nav>
          <div class="text">
            {topics}
            {cards}
            {forms}
            {ask}
          </div>
        </div>
      </main>
      {footer}
    </>
  ),
  Actions: Buttons,
  style: customStyle,
  widths: { column: "46rem", behind: "46rem" },
};
