/** @jsxImportSource hono/jsx */
import type { PageDocument } from "../../features/versions";
import type { Seal } from "../../site";
import { tokenValues } from "../../tokens";
import { fill, Weave } from "./weave";

export interface RenderedPage {
  html: string;
  /** Of its scripts and styles, as the Content-Security-Policy names them. */
  sources: string;
  isIndexed: boolean;
}

/** Where its files are. */
export interface Place {
  tenantId: string;
  seal: Seal;
}

export function renderPage(document: PageDocument, _place: Place): RenderedPage {
  const weave = new Weave();
  const values = tokenValues(document);
  const body = weave.woven(
    <html lang="en">
      <head>
        <title>{weave.text(document.metadata?.title ?? document.page.title)}</title>
      </head>
      <body>
        <h1>{weave.text(document.page.title)}</h1>
      </body>
    </html>,
  );
  return { html: `<!doctype html>${fill(body, values)}`, sources: "", isIndexed: document.person === null };
}
