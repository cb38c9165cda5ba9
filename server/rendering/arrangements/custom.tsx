/** @jsxImportSource hono/jsx */
import { Buttons } from "../blocks/actions";
import { customStyle } from "../style/custom";
import type { Arrangement } from "./arrangement";

/** A document, with what is in it beside it. */
export const custom: Arrangement = {
  Body: ({ header, hero, actions, cards, topics, contents, forms, ask, footer, words }) => (
    <>
      {header}
      <main id="main">
        <div class="intro">
          {hero}
          {actions}
        </div>
        <nav class="contents" aria-label={words.contents}>
          <p>{words.contents}</p>
          <ol>{contents}</ol>
        </nav>
        <div class="text">
          {topics}
          {cards}
          {forms}
          {ask}
        </div>
      </main>
      {footer}
    </>
  ),
  Actions: Buttons,
  style: customStyle,
};
