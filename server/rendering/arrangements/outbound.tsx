/** @jsxImportSource hono/jsx */
import { Buttons } from "../blocks/actions";
import { outboundStyle } from "../style/outbound";
import type { Arrangement } from "./arrangement";

/** A letter: one narrow column, what to do at its end, on a phone always at hand. */
export const outbound: Arrangement = {
  Body: ({ header, hero, actions, cards, topics, forms, ask, footer, from }) => (
    <>
      {header}
      <main id="main">
        <article class="letter">
          {hero}
          {topics}
          {from}
        </article>
        {actions}
        {cards}
        {forms}
        {ask}
      </main>
      {footer}
    </>
  ),
  Actions: ({ steps, weave, words }) => (steps.length > 0 ? <div class="bar">{Buttons({ steps, weave, words })}</div> : null),
  style: outboundStyle,
};
