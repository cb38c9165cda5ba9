/** @jsxImportSource hono/jsx */
import { type ErrorCode, errors } from "../../../../contract";
import { breakable, type Markup, markup, prose } from "../parts/markup";
import { WideTable } from "../parts/wide-table";

export function ErrorCodes() {
  return (
    <section class="chapter" aria-labelledby="error_codes">
      <h1 id="error_codes">Error codes</h1>
      <p class="lead">
        A problem's <code>code</code> is stable; its <code>type</code> is the address of the line here. What a problem looks like
        is told under <a href="#errors">Errors</a>.
      </p>
      <WideTable
        unseen="caption"
        caption="Every code with its status"
        head={["Code", "What happened"]}
        rows={(Object.keys(errors) as ErrorCode[]).map(errorRow)}
      />
    </section>
  );
}

function errorRow(code: ErrorCode): Markup {
  const { status, title } = errors[code];
  const name = markup`<a href="#${code}"><code class="name">${breakable(code)}</code></a> <span class="note">${status}</span>`;
  return markup`<tr id="${code}"><th scope="row">${name}</th><td>${title}. ${prose(advice[code] ?? "")}</td></tr>\n`;
}

/** What the title leaves open. */
const advice: Partial<Record<ErrorCode, string>> = {
  malformed_body: "It broke off, or its parts are not those of multipart/form-data.",
  invalid_api_key: "It is unknown, expired or revoked; which of these is not told.",
  insufficient_scope: "`detail` names the scope that is missing.",
  invalid_signature: "Read the asset anew for a fresh one.",
  not_found: "The record never was, is another tenant's, or belongs to another parent: these can't be told apart.",
  method_not_allowed: "The header `Allow` lists those it has.",
  domain_taken: "`existingId` names the account.",
  external_id_taken: "`existingId` names the audience.",
  path_taken: "`existingId` names the link.",
  tenant_domain_taken: "`existingId` names it when it is yours.",
  version_not_cancellable: "“States of a version” shows what is possible.",
  version_not_publishable: "“States of a version” shows what is possible.",
  idempotency_full: "Send it without a key, or later.",
  idempotency_in_progress: "Repeat it in a moment.",
  log_key_conflict: "Its content is not what was logged under that key.",
  body_too_large: "JSON has at most 1 MiB; `detail` tells what a file may have.",
  unsupported_media_type: "Uploads are `multipart/form-data`, all else `application/json` in UTF-8.",
  validation_failed: "`errors` lists every one of them: where it is, and what would be right.",
  invalid_cursor: "Send `nextCursor` as it came, to the same list with the same filters.",
  idempotency_key_reused: "A new request takes a new key.",
  rate_limited: "The header `Retry-After` says how many seconds to wait.",
  internal_error: "The `requestId` leads to it in the service's log.",
  unavailable: "The header `Retry-After` says when to repeat it.",
};
