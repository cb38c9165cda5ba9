/** @jsxImportSource hono/jsx */
import { Buttons } from "../sections/actions";
import { inboundStyle } from "../style/inbound";
import type { Arrangement } from "./arrangement";

/** A landing page: the hero in the middle, the topics as cards. */
export const inbound: Arrangement = {
  Body: ({ header, hero, actions, cards, topics, forms, ask, closing, title, footer }) => (
    <>
      {header}
      <main id="main">
        <div class="intro">
          {hero}
          {actions}
        </div>
        {cards}
        <div class="topics">{topics}</div>
        <div class="talk">
          {forms}
          {ask}
        </div>
        <div class="closing">
          <div>
            <p>{title}</p>
            {closing}
          </div>
        </div>
      </main>
      {footer}
    </>
  ),
  Actions: Buttons,
  style: inboundStyle,
  widths: { column: "66.5rem", behind: "71rem" },
};
