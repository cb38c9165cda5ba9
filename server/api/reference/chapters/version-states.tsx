/** @jsxImportSource hono/jsx */
import { type VersionTransition, versionTransitions } from "../../../../contract";
import { type Markup, markup } from "../parts/markup";
import { WideTable } from "../parts/wide-table";

/** The table the service itself goes by. */
export function VersionStates() {
  return (
    <section class="topic" aria-labelledby="version_states">
      <h2 id="version_states">States of a version</h2>
      <p>
        A new version is <code>queued</code>, or <code>pending</code> while an earlier one of its audience waits or is being
        built. The first version of an audience is live at once, and one is live at all times. Whatever is not in this table is
        refused with 409 and changes nothing. A version's timestamps tell when each first happened.
      </p>
      <WideTable
        unseen="caption"
        caption="Everything that can happen to a version"
        head={["From", "To", "When"]}
        rows={(Object.keys(versionTransitions) as VersionTransition[]).map(transitionRow)}
      />
    </section>
  );
}

function transitionRow(name: VersionTransition): Markup {
  const { from, to, when } = versionTransitions[name];
  return markup`<tr><th scope="row">${from.join(", ")}</th><td>${to}</td><td>${when}</td></tr>\n`;
}
