/** @jsxImportSource hono/jsx */
import { Buttons } from "../blocks/actions";
import { customStyle } from "../style/custom";
import type { Arrangement } from "./arrangement";

/** A document with its table of contents beside it. */
export const custom: Arrangement = {
  Body: ({ header, hero, actions, cards, topics, contents, forms, ask, footer, phrases }) => (
    <>
      {header}
      <main id="main">
        <div class="intro">
          {hero}
          {actions}
        </div>
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
      </main>
      {footer}
    </>
  ),
  Actions: Buttons,
  style: customStyle,
};
