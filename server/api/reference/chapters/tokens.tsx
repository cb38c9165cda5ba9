/** @jsxImportSource hono/jsx */
import { maxTokensPerText, tokenFilters, tokenNames } from "../../../../contract";
import { type Markup, markup } from "../parts/markup";
import { WideTable } from "../parts/wide-table";

/** The tables the service itself goes by. */
export function Tokens() {
  return (
    <section class="topic" aria-labelledby="tokens">
      <h2 id="tokens">Personal tokens</h2>
      <div class="columns">
        <div>
          <p>
            A text that a page shows may hold tokens, which are filled in for each audience when a version is built: titles,
            buttons, entries, forms, metadata. Each such field says so below (<code>x-tokens</code> in openapi.json). A token is a
            name or a text in quotes, single or double and without <code>\</code>, then filters. It is the value part of{" "}
            <em>Liquid</em>: there are no tags, loops or conditions.
          </p>
          <p>
            A value that is missing is empty, or the token's <code>default</code>. What is filled in is data: it is never read as
            a token or as HTML. A token that is broken or unknown is refused when it is written (422, <code>bad_token</code>, with
            line and column), so it never reaches a visitor. A text holds at most {maxTokensPerText} tokens.
          </p>
          <p>
            In an address tokens stand in the values of the query alone, after <code>?</code> and before <code>#</code>, where
            they are percent-encoded. To show two braces as they are, write <code>{'{{ "{{" }}'}</code>.
          </p>
        </div>
        <pre>{sample}</pre>
      </div>
      <WideTable
        unseen="head"
        caption="What a token can name"
        head={["Name", "Stands for"]}
        rows={Object.entries(tokenNames).map(nameRow)}
      />
      <WideTable
        unseen="head"
        caption="What a filter does"
        head={["Filter", "Makes the value"]}
        rows={Object.values(tokenFilters).map(filterRow)}
      />
    </section>
  );
}

const sample = `Hello {{ person.firstName | default: "there" }}

{{ account.name | default: person.domain }}

{{ person.name | default: "you" | upcase }}

https://acme.com/demo?for={{ person.email }}`;

function nameRow([name, meaning]: [string, string]): Markup {
  return markup`<tr><th scope="row"><code class="name">${name}</code></th><td>${meaning}</td></tr>\n`;
}

function filterRow({ sample, effect }: { sample: string; effect: string }): Markup {
  return markup`<tr><th scope="row"><code class="name">${sample}</code></th><td>${effect}</td></tr>\n`;
}
