/** @jsxImportSource hono/jsx */
import { decoyName } from "../../../contract/visits/visitor-forms";
import type { Phrases } from "../language/phrases";

/** A field that a script fills in (the visitor's own token), and one that only machines do. Browsers must not restore them. */
export function VisitorFields({ phrases }: { phrases: Phrases }) {
  return (
    <>
      <input type="hidden" name="_token" autocomplete="off" />
      <p class="decoy" aria-hidden="true">
        <label>
          {phrases.leaveEmpty}
          <input type="text" name={decoyName} tabindex={-1} autocomplete="off" />
        </label>
      </p>
    </>
  );
}
