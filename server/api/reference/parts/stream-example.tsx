/** @jsxImportSource hono/jsx */
import { eventStream } from "../../../../contract";
import type { OpenapiDocument } from "../../../../contract/openapi";
import { paragraph } from "./field-table";

/** Instead of a form to run it: the answer has no end. */
export function StreamExample({ document }: { document: OpenapiDocument }) {
  return (
    <div class="stream">
      {paragraph("This begins with all that is kept. Run again, it goes on after the last whole message in `events.txt`:")}
      <pre>{resumingCommand}</pre>
      {paragraph(
        "The first message has an `id` alone: where the stream begins. Each event is a message like this, ended by an empty line:",
      )}
      <pre>{messageOf(document)}</pre>
      {paragraph(
        "`: heartbeat` comes every 15 seconds. A `Last-Event-ID` or `after` that is no position, or above the last there is (after a restore from a backup, say), is refused with 422.",
      )}
    </div>
  );
}

/** A message may be cut in the middle: its `id` counts once its empty line has come. */
const resumingCommand = `touch events.txt
last=$(awk '/^id: / { id = $2 } /^$/ { last = id } END { print last ? last : 0 }' events.txt)
curl -sSN "$FOYER_URL${eventStream.path}" \\
  -H "x-api-key: $FOYER_KEY" \\
  -H "Last-Event-ID: $last" | tee -a events.txt`;

function messageOf({ components }: OpenapiDocument): string {
  const event = { ...(components.schemas.Event?.examples?.[0] as { type: string }), position: 42 };
  return `id: ${event.position}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}`;
}
