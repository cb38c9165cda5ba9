/** @jsxImportSource hono/jsx */
import { Buttons } from "../sections/actions";
import { salesDeckStyle } from "../style/sales-deck";
import type { Arrangement } from "./arrangement";

/** Slides: each fills the window, and prints on a sheet of its own. */
export const salesDeck: Arrangement = {
  Body: ({ header, hero, actions, cards, topics, forms, ask, footer }) => (
    <>
      {header}
      <main id="main">
        {hero}
        {topics}
        {cards}
        <div class="slide">
          {actions}
          {forms}
          {ask}
        </div>
      </main>
      {footer}
    </>
  ),
  Actions: Buttons,
  style: salesDeckStyle,
  widths: { column: "60rem", behind: "100vw" },
};
