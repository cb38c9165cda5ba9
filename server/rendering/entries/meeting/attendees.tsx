/** @jsxImportSource hono/jsx */
import { type Block, columnsOf } from "../block";
import { linesOf, listed, readContent, warnOfLine } from "../read";
import { dateExample, isDate, writtenDate } from "./written-date";

/** Who was on a call, and when it was. */
export const attendees: Block = {
  view({ content, builder, assetScope }) {
    const text = builder.text(content);
    const { fields, items } = readContent(text, ["date"]);
    const date = fields.get("date") ?? "";
    if (items.length === 0 || items.some(([name]) => !name)) return undefined;
    if (date !== "" && !isDate(date)) {
      const line = linesOf(text).findIndex((one) => /^\s*date\s*:/i.test(one)) + 1;
      warnOfLine(assetScope, line, date, `is no date such as ${dateExample}: it is shown as written`);
    }
    return (
      <div class="b-attendees">
        {date !== "" && <p>{isDate(date) ? <time datetime={date}>{writtenDate(date, assetScope.language)}</time> : date}</p>}
        <ul class={columnsOf(items.length)}>
          {items.map(([name, ...roles]) => (
            <li>
              <b>{name}</b>
              <span>{listed(roles, assetScope.language)}</span>
            </li>
          ))}
        </ul>
      </div>
    );
  },
  style: `
.b-attendees p{margin:0 0 .9rem;color:var(--soft)}
.b-attendees{margin:0 0 1.1em}
.b-attendees ul{display:flex;flex-wrap:wrap;gap:.75rem;list-style:none;margin:0;padding:0}
.b-attendees li{flex:1 1 13rem;margin:0;padding:.8rem 1rem;border:1px solid var(--line);border-radius:.8rem;background:var(--bg);line-height:1.4}
.b-attendees .thirds li{flex-basis:max(13rem,26%,(40.5rem - 100%)*999)}
.b-attendees :has(>:nth-child(4):last-child) li{flex-basis:max(13rem,34%)}
.b-attendees :is(b,span){display:block}
.b-attendees b{font-weight:650}
.b-attendees span{font-size:.9em;color:var(--soft)}`,
  summary: "A list of `name | role | company`, and `date:` as `2026-11-12` for when they met",
  example:
    "date: 2026-11-12\n- {{ person.name | default: 'Dana Whitfield' }} | VP Finance | Meridian Freight\n- Omar Haddad | Controller | Meridian Freight\n- Grace Okafor | Account executive | Northwind",
};
