/** @jsxImportSource hono/jsx */
import { decoyName } from "../../../contract/visitor-forms";
import type { Phrases } from "../language/phrases";

/** Fields that scripts fill in (the visitor's own token, the visit), and one that only machines do. Browsers must not restore them. */
export function VisitorFields({ phrases }: { phrases: Phrases }) {
  return (
    <>
      <input type="hidden" name="_token" autocomplete="off" />
      <input type="hidden" name="_visit" autocomplete="off" />
      <p class="decoy" aria-hidden="true">
        <label>
          {phrases.leaveEmpty}
          <input type="text" name={decoyName} tabindex={-1} autocomplete="off" />
        </label>
      </p>
    </>
  );
}
