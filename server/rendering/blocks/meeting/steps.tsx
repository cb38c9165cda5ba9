/** @jsxImportSource hono/jsx */
import { writtenBlocks } from "../../../../contract/pages/blocks";
import { Inline } from "../../markdown";
import type { Block } from "../block";
import { Around } from "../content/around";
import { parts } from "../content/parts";
import { readContent } from "../content/read";
import { warnOfLine } from "../content/warn";
import { dateExample, isDate, likeADate, writtenDate } from "./written-date";

export const steps: Block = {
  view({ content, builder, assetScope }) {
    const props = { builder, assetScope };
    const read = readContent(builder.text(content), parts.steps);
    const { items, itemLines } = read;
    const shown = items.map(([first = "", ...rest]) => {
      const [, box, text = ""] = /^(?:\[([ xX])\]\s*)?(.*)$/.exec(first) ?? [];
      const dates = rest.filter((cell) => isDate(cell));
      const others = rest.filter((cell) => cell !== "" && !isDate(cell));
      const owners = others.filter((cell) => !likeADate.test(cell));
      const unreadable = others.filter((cell) => likeADate.test(cell));
      // The last of several is where the date would be.
      if (dates.length + unreadable.length === 0 && owners.length > 1) unreadable.push(owners.pop() as string);
      return { text, isDone: box?.toLowerCase() === "x", dates, owners, unreadable };
    });
    if (shown.length === 0 || shown.some(({ text }) => text === "")) return undefined;
    for (const [index, { unreadable }] of shown.entries()) {
      for (const cell of unreadable)
        warnOfLine(assetScope, itemLines[index] as number, cell, `is no date such as ${dateExample}: it is shown as written`);
    }
    return (
      <Around read={read} {...props}>
        <ol class="b-steps">
          {shown.map(({ text, isDone, owners, dates, unreadable }) => {
            const words = <Inline text={text} {...props} />;
            return (
              <li class={isDone ? "done" : undefined}>
                <span>{isDone ? <s>{words}</s> : words}</span>
                {owners.length + dates.length + unreadable.length > 0 && (
                  <small>
                    {owners.map((owner) => (
                      <span class="owner">
                        <Inline text={owner} {...props} />
                      </span>
                    ))}
                    {dates.map((date) => (
                      <time datetime={date}>{writtenDate(date, assetScope.language)}</time>
                    ))}
                    {unreadable.map((cell) => (
                      <span>
                        <Inline text={cell} {...props} />
                      </span>
                    ))}
                  </small>
                )}
              </li>
            );
          })}
        </ol>
      </Around>
    );
  },
  style: `
.b-steps{list-style:none;padding:0;counter-reset:b-step}
.b-steps li{counter-increment:b-step;position:relative;display:flex;flex-wrap:wrap;justify-content:space-between;gap:.2rem 1.25rem;margin:0;padding:.75rem 0;padding-inline-start:2.6rem;border-bottom:1px solid var(--line)}
.b-steps li:last-child{border:0}
.b-steps li::before{content:counter(b-step);position:absolute;inset-inline-start:0;top:.75rem;width:1.75rem;height:1.75rem;border:1.5px solid var(--edge);border-radius:50%;display:grid;place-items:center;font-size:.85rem;font-weight:600;line-height:1}
.b-steps .done::before{content:"✓";background:var(--fill);color:var(--on);border-color:var(--fill)}
@media print{.b-steps .done::before{background:0 0;color:inherit}}
.b-steps s{text-decoration-color:var(--soft);color:var(--soft)}
.b-steps small{display:flex;flex-wrap:wrap;align-items:center;gap:.3rem .75rem;font-size:.85em;color:var(--soft)}
.b-steps .owner{padding:.1rem .7rem;border:1px solid var(--line);border-radius:1rem;background:var(--bg)}`,
  ...writtenBlocks.steps,
};
