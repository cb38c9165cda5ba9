/** @jsxImportSource hono/jsx */
import { ReferenceSection } from "../parts/section";

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

function Start({ publicUrl }: { publicUrl: string }) {
  return (
    <ReferenceSection id="start" title="Start" sample={startSample(publicUrl)}>
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
    </ReferenceSection>
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
    <ReferenceSection
      id="authentication"
      title="Authentication"
      sample={'curl "$FOYER_URL/v0/topics" \\\n  -H "x-api-key: $FOYER_KEY"'}
    >
      <p>
        Every request carries a key in the header <code>x-api-key</code>. A key belongs to one tenant and sees that tenant's data
        alone. It holds scopes, <code>resource:read</code>, <code>resource:write</code> or <code>*</code> for all; each operation
        below names the one it needs. Keys can expire, be revoked, and be rotated with an overlap:{" "}
        <a href="#api_keys">API keys</a>.
      </p>
    </ReferenceSection>
  );
}
