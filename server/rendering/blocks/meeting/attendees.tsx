/** @jsxImportSource hono/jsx */
import { writtenBlocks } from "../../../../contract/pages/blocks";
import { Inline } from "../../markdown";
import { type Block, columnsOf } from "../block";
import { Around } from "../content/around";
import { parts } from "../content/parts";
import { listed, readContent } from "../content/read";
import { warnOfField } from "../content/warn";
import { dateExample, isDate, writtenDate } from "./written-date";

/** Who was on a call, and when it was. */
export const attendees: Block = {
  view({ content, builder, assetScope }) {
    const props = { builder, assetScope };
    const all = builder.text(content);
    const read = readContent(all, parts.attendees);
    const { fields, items } = read;
    const date = fields.get("date") ?? "";
    if (items.length === 0 || items.some(([name]) => !name)) return undefined;
    if (date !== "" && !isDate(date)) {
      warnOfField(assetScope, all, "date", date, `is no date such as ${dateExample}: it is shown as written`);
    }
    return (
      <Around read={read} {...props}>
        <div class="b-attendees">
          {date !== "" && <p>{isDate(date) ? <time datetime={date}>{writtenDate(date, assetScope.language)}</time> : date}</p>}
          <ul class={columnsOf(items.length)}>
            {items.map(([name, ...roles]) => (
              <li>
                <b>
                  <Inline text={name ?? ""} {...props} />
                </b>
                <span>
                  <Inline text={listed(roles, assetScope.language)} {...props} />
                </span>
              </li>
            ))}
          </ul>
        </div>
      </Around>
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
  ...writtenBlocks.attendees,
};
