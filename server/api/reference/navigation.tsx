/** @jsxImportSource hono/jsx */
import type { Operation } from "../../../contract";
import { addressOf } from "./anchors";
import { type Markup, markup } from "./parts/markup";
import type { ReferencePage } from "./reference-page";
import { SearchBox } from "./search";

interface Props {
  pages: readonly ReferencePage[];
  current: string;
  version: string;
  query: string;
}

/** All pages, and the operations of the one that is shown. */
export function Navigation({ pages, current, version, query }: Props) {
  return (
    <nav aria-label="Contents">
      <p class="wordmark">
        <a href="/docs">Foyer</a> <span>{version}</span>
      </p>
      <SearchBox query={query} />
      <KeyBox />
      <ul class="pages">
        {pages.map(({ name, title, operations }) => (
          <li>
            <a href={addressOf(name)} aria-current={name === current ? "page" : undefined}>
              {title}
            </a>
            {name === current && operations.length > 0 && <ul>{operations.map(operationItem)}</ul>}
          </li>
        ))}
      </ul>
      <p class="elsewhere">
        <a href="/console">Console</a>
      </p>
    </nav>
  );
}

function operationItem({ id, method }: Operation): Markup {
  const word = method === "DELETE" ? "DEL" : method;
  return markup`<li><a href="#${id}"><span>${id}</span> <span class="method ${method}">${word}</span></a></li>`;
}

/** Shown by the script alone. */
function KeyBox() {
  return (
    <form class="key" hidden>
      <label>
        API key for examples
        <input type="password" name="key" autocomplete="off" spellcheck={false} placeholder="foyer_…" />
      </label>
      <p role="status" />
    </form>
  );
}
