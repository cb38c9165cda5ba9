/** @jsxImportSource hono/jsx */
import { Button, Buttons } from "../sections/actions";
import { outboundStyle } from "../style/outbound";
import type { Arrangement } from "./arrangement";

/** A letter in one narrow column. The actions come at its end; on a phone the main one stays in view. */
export const outbound: Arrangement = {
  Body: ({ header, hero, date, greeting, actions, cards, topics, forms, ask, footer, from }) => (
    <>
      {header}
      <main id="main">
        <article class="letter">
          {date}
          {hero}
          {greeting}
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
    links[0] ? (
      <>
        <div class="bar">
          <Button link={links[0]} builder={builder} phrases={phrases} kind="main" />
        </div>
        {Buttons({ links: links.slice(1), builder, phrases, kind: "other" })}
      </>
    ) : null,
  style: outboundStyle,
  widths: { column: "40rem", behind: "40rem" },
};
