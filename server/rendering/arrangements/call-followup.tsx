/** @jsxImportSource hono/jsx */
import { Button } from "../sections/actions";
import { callFollowupStyle } from "../style/call-followup";
import type { Arrangement } from "./arrangement";

/** A recap of a call, with the next steps beside it. */
export const callFollowup: Arrangement = {
  Body: ({ header, hero, date, actions, cards, topics, forms, ask, footer }) => (
    <>
      {header}
      <main id="main">
        <div class="about">
          {hero}
          {date}
        </div>
        {actions}
        <div class="recap">
          {topics}
          {cards}
          {forms}
          {ask}
        </div>
      </main>
      {footer}
    </>
  ),
  Actions: ({ links, builder, phrases }) =>
    links.length > 0 ? (
      <aside class="next" aria-labelledby="next-title">
        <h2 id="next-title">{phrases.nextSteps}</h2>
        <ol>
          {links.map((link, index) => (
            <li>
              <Button link={link} builder={builder} phrases={phrases} kind={index === 0 ? "main" : "other"} />
            </li>
          ))}
        </ol>
      </aside>
    ) : null,
  style: callFollowupStyle,
  widths: { column: "42.5rem", behind: "46rem" },
};
