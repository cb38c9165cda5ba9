/** @jsxImportSource hono/jsx */
import type { PageDocument } from "../../../features/versions";
import { leadsElsewhere } from "../addresses";
import { unmarked } from "../marks";
import type { Phrases } from "../phrases";
import type { Weave } from "../weave";

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
