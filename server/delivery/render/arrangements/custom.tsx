/** @jsxImportSource hono/jsx */
import { Buttons } from "../parts/actions";
import { customStyle } from "../style/custom";
import type { Arrangement } from "./arrangement";

/** A document, with what is in it beside it. */
export const custom: Arrangement = {
  Body: ({ header, hero, actions, cards, topics, contents, forms, ask, footer, words }) => (
    <>
      {header}
      <div class="document">
        <nav class="contents" aria-label={words.contents}>
          <p>{words.contents}</p>
          <ol>{contents}</ol>
        </nav>
        <main id="main">
          {hero}
          {actions}
          {topics}
          {cards}
          {forms}
          {ask}
        </main>
      </div>
      {footer}
    </>
  ),
  Actions: Buttons,
  style: customStyle,
};
