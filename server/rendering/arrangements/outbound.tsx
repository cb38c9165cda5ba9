/** @jsxImportSource hono/jsx */
import { Buttons } from "../blocks/actions";
import { outboundStyle } from "../style/outbound";
import type { Arrangement } from "./arrangement";

/** A letter in one narrow column. The actions come at its end; on a phone they stay in view. */
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
  Actions: ({ links, builder, phrases }) =>
    links.length > 0 ? <div class="bar">{Buttons({ links, builder, phrases })}</div> : null,
  style: outboundStyle,
};
