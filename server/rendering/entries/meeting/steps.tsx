/** @jsxImportSource hono/jsx */
import type { Block } from "../block";
import { readContent, warnOfLine } from "../read";
import { dateExample, isDate, likeADate, writtenDate } from "./written-date";

export const steps: Block = {
  view({ content, builder, assetScope }) {
    const { items, itemLines } = readContent(builder.text(content));
    const read = items.map(([first = "", ...rest]) => {
      const [, box, text = ""] = /^(?:\[([ xX])\]\s*)?(.*)$/.exec(first) ?? [];
      const due = rest.find((cell) => isDate(cell));
      const others = rest.filter((cell) => cell !== "" && cell !== due);
      const owner = others.find((cell) => !likeADate.test(cell));
      const unreadable = due === undefined ? others.find((cell) => cell !== owner) : undefined;
      return { text, isDone: box?.toLowerCase() === "x", due, owner, unreadable };
    });
    if (read.length === 0 || read.some(({ text }) => text === "")) return undefined;
    for (const [index, { unreadable }] of read.entries()) {
      if (unreadable === undefined) continue;
      warnOfLine(assetScope, itemLines[index] as number, unreadable, `is no date such as ${dateExample}: it is shown as written`);
    }
    return (
      <ol class="b-steps">
        {read.map(({ text, isDone, owner, due, unreadable }) => (
          <li class={isDone ? "done" : undefined}>
            <span>{isDone ? <s>{text}</s> : text}</span>
            {(owner || due || unreadable) && (
              <small>
                {owner && <span class="owner">{owner}</span>}
                {due && <time datetime={due}>{writtenDate(due, assetScope.language)}</time>}
                {unreadable && <span>{unreadable}</span>}
              </small>
            )}
          </li>
        ))}
      </ol>
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
  summary: "A list of `what | who | when`, the date as `2026-12-01`; `[x]` before what is done",
  example:
    "- [x] Send the security pack | Grace | 2026-11-20\n- [ ] Name two pilot entities | {{ person.firstName | default: 'You' }} | 2026-11-27\n- [ ] Kick-off with finance | Both | 2026-12-01",
};
