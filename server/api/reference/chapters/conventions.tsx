/** @jsxImportSource hono/jsx */
import { defaultLimit, maxExactCount, maxLimit } from "../../../../contract";
import { thousands } from "../parts/markup";
import { PageTitle, ReferenceSection } from "../parts/section";

/** What holds for every operation. */
export function Conventions() {
  return (
    <>
      <PageTitle id="conventions" title="Conventions" lead="What holds for every operation." />
      <Values />
      <Errors />
      <Lists />
      <Idempotency />
      <RateLimits />
    </>
  );
}

function Values() {
  return (
    <ReferenceSection id="values" title="Values">
      <dl>
        <dt>Timestamps</dt>
        <dd>
          <code>+</code> and Unix time in milliseconds, as text: <code>+1763164800000</code>.
        </dd>
        <dt>Identifiers</dt>
        <dd>
          A prefix and 26 characters: <code>person_01ka2czh00e16s89jtdg9rvhf8</code>. Newer ones sort after older ones.
        </dd>
        <dt>Null</dt>
        <dd>A field that is “or null” is always there. An optional one is left out when there is nothing to say.</dd>
        <dt>Text</dt>
        <dd>
          Kept and given back byte for byte. Bounds count Unicode code points. NUL and lone surrogates are refused. A body has at
          most 1 MiB, but for uploads.
        </dd>
        <dt>Unknown fields</dt>
        <dd>Refused and named, in a body as in a query: a typo is never passed over.</dd>
      </dl>
    </ReferenceSection>
  );
}

function Errors() {
  return (
    <ReferenceSection id="errors" title="Errors" sample={errorsSample}>
      <p>
        What is refused is answered with <code>application/problem+json</code> (RFC 9457). <code>code</code> is stable and the one
        to branch on; all of them are listed under <a href="#error_codes">Error codes</a>. <code>requestId</code>, also in the
        header <code>x-request-id</code> of every answer, names the request in the service's log.
      </p>
      <p>
        A request is checked as a whole: <code>errors</code> tells everything that is wrong with path, query, headers and body at
        once.
      </p>
    </ReferenceSection>
  );
}

const errorsSample = `HTTP/1.1 422 Unprocessable Content
content-type: application/problem+json

{
  "type": "…/docs#validation_failed",
  "title": "The request has fields …",
  "status": 422,
  "detail": "body.nmae is not a field; there …",
  "code": "validation_failed",
  "requestId": "request_01ka2czh00…",
  "errors": [
    { "location": "body.nmae",
      "code": "unknown_field",
      "message": "is not a field; there …" },
    { "location": "body.name",
      "code": "required",
      "message": "is required" }
  ]
}`;

function Lists() {
  return (
    <ReferenceSection id="lists" title="Lists" sample={listsSample}>
      <p>
        A list answers with up to <code>limit</code> items, {defaultLimit} when not told, {maxLimit} at the most, and fewer where
        they are large. While <code>hasMore</code> is true, send <code>nextCursor</code> back as <code>cursor</code>, as it came,
        with the same filters. What is created or deleted meanwhile makes nothing else appear twice or go missing, and a late page
        costs no more than the first.
      </p>
      <p>
        <code>totalCount</code> is exact; where it may be null, it is so above {thousands(maxExactCount)}.
      </p>
    </ReferenceSection>
  );
}

const listsSample = `curl "$FOYER_URL/v0/persons?limit=2" \\
  -H "x-api-key: $FOYER_KEY"

{
  "items": [ { … }, { … } ],
  "hasMore": true,
  "nextCursor": "…",
  "totalCount": 4711
}`;

function Idempotency() {
  return (
    <ReferenceSection id="idempotency" title="Idempotency" sample={idempotencySample}>
      <p>
        Send an <code>Idempotency-Key</code> of your own with a POST or PATCH and it is safe to repeat for 24 hours: the same
        request gets the first one's answer, with <code>idempotent-replayed: true</code>. Another request under the same key is
        refused (422), and so is a second one while the first still runs (409). A refused request is not kept; its key can be used
        again. PUT and DELETE can be repeated as they are, but for <a href="#deleteAsset">deleteAsset</a>, which goes one step
        further each time. So can <a href="#previewPage">previewPage</a>: nothing of it is stored, and it takes no such key.
      </p>
    </ReferenceSection>
  );
}

const idempotencySample = `curl "$FOYER_URL/v0/persons" \\
  -H "x-api-key: $FOYER_KEY" \\
  -H "idempotency-key: import-2025-11-15-4711" \\
  -H "content-type: application/json" \\
  -d '{ "name": "Ada Lovelace" }'`;

function RateLimits() {
  return (
    <ReferenceSection
      id="rate_limits"
      title="Rate limits"
      sample={"ratelimit-limit: 2000\nratelimit-remaining: 1998\nratelimit-reset: 1"}
    >
      <p>
        Each key may make 1,000 requests a second, and 2,000 at once after a pause, unless the service is configured otherwise.
        Every answer tells what is left. Above that, 429 with <code>Retry-After</code>. An address that sends 600 wrong keys in a
        minute waits for the next.
      </p>
    </ReferenceSection>
  );
}
