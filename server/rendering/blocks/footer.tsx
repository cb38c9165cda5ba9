/** @jsxImportSource hono/jsx */

import type { Phrases } from "../language/phrases";
import type { PageDocument } from "../page-document";
import { leadsElsewhere } from "../templates/addresses";
import { unmarked } from "../templates/placeholders";
import type { Weave } from "../templates/template";

type Group = PageDocument["page"]["footerLinks"][number];

export function Footer({
  groups,
  brand,
  weave,
  words,
}: {
  groups: readonly Group[];
  brand: string;
  weave: Weave;
  words: Phrases;
}) {
  return (
    <footer class="bottom">
      {groups.length > 0 && (
        <nav aria-label={words.links}>
          {groups.map((group) => (
            <LinkGroup group={group} weave={weave} />
          ))}
        </nav>
      )}
      {brand !== "" && <p>{unmarked(brand)}</p>}
    </footer>
  );
}

function LinkGroup({ group, weave }: { group: Group; weave: Weave }) {
  return (
    <div>
      {group.title !== "" && <h2>{weave.text(group.title)}</h2>}
      <ul>
        {group.links.map(({ text, url }) => {
          const href = weave.url(url);
          if (href === undefined) return text !== "" && <li>{weave.text(text)}</li>;
          return (
            <li>
              <a href={href} rel={leadsElsewhere(href) ? "noreferrer" : undefined}>
                {weave.firstOf([text, url])}
              </a>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
