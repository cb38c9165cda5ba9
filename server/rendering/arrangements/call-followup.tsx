/** @jsxImportSource hono/jsx */
import { Button } from "../blocks/actions";
import { callFollowupStyle } from "../style/call-followup";
import type { Arrangement } from "./arrangement";

/** What was said, point by point, and beside it what happens next. */
export const callFollowup: Arrangement = {
  Body: ({ header, hero, actions, cards, topics, forms, ask, footer }) => (
    <>
      {header}
      <main id="main">
        {hero}
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
  Actions: ({ steps, weave, words }) =>
    steps.length > 0 ? (
      <aside class="next" aria-labelledby="next-title">
        <h2 id="next-title">{words.nextSteps}</h2>
        <ol>
          {steps.map((step, index) => (
            <li>
              <Button step={step} weave={weave} words={words} kind={index === 0 ? "main" : "other"} />
            </li>
          ))}
        </ol>
      </aside>
    ) : null,
  style: callFollowupStyle,
};
