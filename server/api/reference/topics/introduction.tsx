/** @jsxImportSource hono/jsx */

import { defaultLimit, maxExactCount, maxLimit } from "../../../../contract";
import { prose, thousands } from "../parts/markup";
import { Blocks } from "./blocks";
import { Tokens } from "./tokens";
import { VersionStates } from "./version-states";

/** The page that everybody begins with. */
export function Introduction({ publicUrl }: { publicUrl: string }) {
  return (
    <>
      <header class="title">
        <h1 id="foyer">Foyer</h1>
        <p>
          Web pages and the audiences attached to them: one page, a variant for each person or account. This is the reference of
          its HTTP API; <a href="/openapi.json">openapi.json</a> says the same to machines.
        </p>
      </header>
      <Start publicUrl={publicUrl} />
      <Authentication />
    </>
  );
}

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

export function ContentAndVersions() {
  return (
    <>
      <PageTitle
        id="content"
        title="Content and versions"
        lead="What the texts of a page may hold, and how changes of them reach visitors."
      />
      <Tokens />
      <Blocks />
      <VersionStates />
    </>
  );
}

export function PageTitle({ id, title, lead }: { id: string; title: string; lead: string }) {
  return (
    <header class="chapter">
      <h1 id={id}>{title}</h1>
      <p class="lead">{prose(lead)}</p>
    </header>
  );
}

function Start({ publicUrl }: { publicUrl: string }) {
  return (
    <Topic id="start" title="Start" sample={startSample(publicUrl)}>
      <p>
        Everything is JSON over HTTP under <code>/v0</code>; files are <a href="#createAsset">uploaded</a> as forms. The first key
        is printed when the service starts for the first time. The commands of this reference take the two variables set here, and
        identifiers of yours, such as <code>$person_id</code>; whoever has a key can also run them right here.
      </p>
      <p>
        Operations marked <span class="badge contract">contract 12</span> are the numbered interface: they answer with exactly the
        declared fields. <span class="badge extension">extension</span> operations share every convention and complete each
        resource.
      </p>
      <p>
        Beside the API, without a key: <code>/healthz</code> (the process lives), <code>/readyz</code> (it can answer) and{" "}
        <code>/metrics</code> (for Prometheus). The addresses of assets under <code>/files/</code> are signed instead.
      </p>
    </Topic>
  );
}

const startSample = (publicUrl: string) => `export FOYER_URL=${publicUrl}
export FOYER_KEY=foyer_…

curl "$FOYER_URL/v0/persons" \\
  -H "x-api-key: $FOYER_KEY" \\
  -H "content-type: application/json" \\
  -d '{ "name": "Ada Lovelace",
        "email": "ada@acme.com" }'`;

function Authentication() {
  return (
    <Topic id="authentication" title="Authentication" sample={'curl "$FOYER_URL/v0/topics" \\\n  -H "x-api-key: $FOYER_KEY"'}>
      <p>
        Every request carries a key in the header <code>x-api-key</code>. A key belongs to one tenant and sees that tenant's data
        alone. It holds scopes, <code>resource:read</code>, <code>resource:write</code> or <code>*</code> for all; each operation
        below names the one it needs. Keys can expire, be revoked, and be rotated with an overlap:{" "}
        <a href="#api_keys">API keys</a>.
      </p>
    </Topic>
  );
}

function Values() {
  return (
    <Topic id="values" title="Values">
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
    </Topic>
  );
}

function Errors() {
  return (
    <Topic id="errors" title="Errors" sample={errorsSample}>
      <p>
        What is refused is answered with <code>application/problem+json</code> (RFC 9457). <code>code</code> is stable and the one
        to branch on; all of them are listed under <a href="#error_codes">Error codes</a>. <code>requestId</code>, also in the
        header <code>x-request-id</code> of every answer, names the request in the service's log.
      </p>
      <p>
        A request is checked as a whole: <code>errors</code> tells everything that is wrong with path, query, headers and body at
        once.
      </p>
    </Topic>
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
    <Topic id="lists" title="Lists" sample={listsSample}>
      <p>
        A list answers with up to <code>limit</code> items, {defaultLimit} when not told, {maxLimit} at the most, and fewer where
        they are large. While <code>hasMore</code> is true, send <code>nextCursor</code> back as <code>cursor</code>, as it came,
        with the same filters. What is created or deleted meanwhile makes nothing else appear twice or go missing, and a late page
        costs no more than the first.
      </p>
      <p>
        <code>totalCount</code> is exact; where it may be null, it is so above {thousands(maxExactCount)}.
      </p>
    </Topic>
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
    <Topic id="idempotency" title="Idempotency" sample={idempotencySample}>
      <p>
        Send an <code>Idempotency-Key</code> of your own with a POST or PATCH and it is safe to repeat for 24 hours: the same
        request gets the first one's answer, with <code>idempotent-replayed: true</code>. Another request under the same key is
        refused (422), and so is a second one while the first still runs (409). A refused request is not kept; its key can be used
        again. PUT and DELETE can be repeated as they are, but for <a href="#deleteAsset">deleteAsset</a>, which goes one step
        further each time. So can <a href="#previewPage">previewPage</a>: nothing of it is stored, and it takes no such key.
      </p>
    </Topic>
  );
}

const idempotencySample = `curl "$FOYER_URL/v0/persons" \\
  -H "x-api-key: $FOYER_KEY" \\
  -H "idempotency-key: import-2025-11-15-4711" \\
  -H "content-type: application/json" \\
  -d '{ "name": "Ada Lovelace" }'`;

function RateLimits() {
  return (
    <Topic id="rate_limits" title="Rate limits" sample={"ratelimit-limit: 2000\nratelimit-remaining: 1998\nratelimit-reset: 1"}>
      <p>
        Each key may make 1,000 requests a second, and 2,000 at once after a pause, unless the service is configured otherwise.
        Every answer tells what is left. Above that, 429 with <code>Retry-After</code>. An address that sends 600 wrong keys in a
        minute waits for the next.
      </p>
    </Topic>
  );
}

function Topic({ id, title, sample, children }: { id: string; title: string; sample?: string; children?: unknown }) {
  return (
    <section class="topic" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div class="columns">
        <div>{children}</div>
        {sample === undefined ? "" : <pre>{sample}</pre>}
      </div>
    </section>
  );
}
