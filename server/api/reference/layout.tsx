/** @jsxImportSource hono/jsx */
import { addressOf, pageOf } from "./anchors";
import { openapiDocument } from "./document";
import { Navigation } from "./navigation";
import { pages } from "./pages";
import type { ReferencePage } from "./reference-page";
import { script } from "./script";
import { style } from "./style";

/** A whole page. Style and script are in it, and the policy names their hashes: it loads nothing. */
export function renderReferencePage(
  { name, title, content }: Omit<ReferencePage, "operations">,
  publicUrl: string,
  query = "",
): string {
  const { version } = openapiDocument().info;
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${name === "" ? "Foyer: API reference" : `${title} · Foyer API`}</title>
<style>${style}</style>
</head>
<body>
<a class="skip" href="#reference">To the reference</a>
${<Navigation pages={pages} current={name} version={version} query={query} />}
<main id="reference">${content(publicUrl)}
${<Colophon version={version} />}</main>
<script>${script}</script>
</body>
</html>`;
  return withAddresses(html, name);
}

/** Links within the reference are written as anchors; those of other pages become whole addresses. */
function withAddresses(html: string, current: string): string {
  return html.replace(/href="#([^"]+)"/g, (link, anchor: string) => {
    const page = pageOf(anchor);
    return page === undefined || page === current ? link : `href="${addressOf(page, anchor)}"`;
  });
}

function Colophon({ version }: { version: string }) {
  return (
    <footer>
      Foyer {version}. Nothing here is loaded from elsewhere. For machines, the same as <a href="/openapi.json">openapi.json</a>.
    </footer>
  );
}
