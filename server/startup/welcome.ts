/** On a first start this includes the key and commands for a first personal page. */
export function welcome(publicUrl: string, pagesUrl: string, firstKey: string | undefined): string {
  const reference = `The console is at ${publicUrl}/console, the reference at ${publicUrl}/docs, visitors are served on ${pagesUrl}`;
  if (firstKey === undefined) return `\nFoyer is ready. ${reference}\n\n`;
  return `
Foyer is ready. Your first API key, shown this once:

  ${firstKey}

A first personal page; paste this into another terminal:

  foyer() { to=$1; shift; curl -sS "${publicUrl}/v0/$to" -H 'x-api-key: ${firstKey}' -H 'content-type: application/json' "$@"; }
  first() { grep -o "$1_[a-z0-9]*" | head -1; }
  PERSON=$(foyer persons/by_email/grace@navy.example -X PUT -d '{"name":"Grace Hopper"}' | first person)
  PAGE=$(foyer pages -d '${JSON.stringify(firstPage)}' | first page)
  foyer pages/$PAGE -X PATCH -d '{"status":"published"}' > /dev/null
  AUDIENCE=$(foyer pages/$PAGE/audiences -d '{"personId":"'$PERSON'"}' | first audience)
  foyer pages/$PAGE/audiences/$AUDIENCE/effective | grep -o '${asPattern(pagesUrl)}[^"]*'

It prints the address of a page for Grace. ${reference}

`;
}

/** The brackets of an IPv6 address would be a set of characters. */
function asPattern(url: string): string {
  return url.replaceAll(/[[\]]/g, "\\$&");
}

const firstPage = {
  name: "Hello",
  pageContext: "A first page",
  brandId: "",
  scripts: [],
  actionCardWidgets: [],
  actions: [{ purpose: "Talk", buttonTitle: "Book a call", actionType: "url", url: "https://example.com/book" }],
  metadata: {
    title: 'Hello {{ person.firstName | default: "there" }}',
    description: "This page was made for {{ person.name }}, and for nobody else.",
  },
};
