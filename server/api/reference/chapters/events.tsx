/** @jsxImportSource hono/jsx */
import * as z from "zod";
import { eventRetentionDays, events } from "../../../../contract";
import { type Markup, markup } from "../parts/markup";
import { WideTable } from "../parts/wide-table";

export function Events() {
  return (
    <section class="chapter" aria-labelledby="event_types">
      <h1 id="event_types">Event types</h1>
      <p class="lead">
        An event is recorded in the transaction of the change it tells of: there is never one without the other. It is kept for{" "}
        {eventRetentionDays} days, read with <a href="#listEvents">listEvents</a> and followed with{" "}
        <a href="#streamEvents">streamEvents</a>. Its <code>data</code> is the record as it was then. Webhooks send the same data:
        see <a href="#createWebhookSubscription">createWebhookSubscription</a>.
      </p>
      <WideTable
        unseen="caption"
        caption="Every event with its data"
        head={["Event", "Its data"]}
        rows={Object.entries(events).map(eventRow)}
      />
    </section>
  );
}

function eventRow([type, data]: [string, () => z.ZodObject]): Markup {
  const name = markup`<code class="name">${type}</code>`;
  return markup`<tr id="event-${type}"><th scope="row">${name}</th><td>${payload(data())}</td></tr>\n`;
}

function payload(data: z.ZodObject): Markup {
  const id = z.globalRegistry.get(data)?.id;
  if (id !== undefined) return markup`<a href="#schema-${id}">${id}</a>`;
  return markup`<code>{ ${Object.keys(data.shape).join(", ")} }</code>`;
}
