/** @jsxImportSource hono/jsx */

import { themeColors } from "./head/head";
import { brandIcon } from "./head/icon";
import { policySources } from "./head/inline-elements";
import type { AssetScope } from "./images";
import { isRightToLeft } from "./language/direction";
import { phrasesOf } from "./language/translations";
import type { RenderedPage } from "./page";
import type { PageBrand } from "./page-document";
import { BrandLogo } from "./sections/header";
import { noticeStyles } from "./style";
import { escapeHtml } from "./templates/escape";
import { withoutPlaceholders } from "./templates/placeholders";
import { RenderContext } from "./templates/render-context";
import { fillTemplate } from "./templates/template";
import { TemplateBuilder } from "./templates/template-builder";
import { tokenValues } from "./tokens";

interface NoticePage {
  status: number;
  /** Without a brand, the page has the default colours. */
  brand: PageBrand | null;
  title: string;
  text: string;
  /** The address of a link back. */
  back?: string;
  /** Where to go on: the main action of the page. */
  next?: { href: string; title: string };
  /** Of the page that the notice belongs to; English without it. */
  language?: string;
  /** Needed to show the brand's logo instead of its name. */
  assetScope?: AssetScope;
}

/** A small page in place of another one, such as "not found" or "thank you". It has no tokens. */
export function renderNoticePage(notice: NoticePage): Pick<RenderedPage, "html" | "sources"> {
  const { status, brand, title, text, back, next, language = "en", assetScope } = notice;
  const phrases = phrasesOf(language);
  const builder = new TemplateBuilder();
  const href = back === undefined ? undefined : builder.url(back);
  const nextHref = next && builder.url(next.href);
  const body = (
    <>
      <header class="top">
        <BrandLogo brand={brand} builder={builder} assetScope={assetScope} />
      </header>
      <main>
        <h1>{withoutPlaceholders(title)}</h1>
        <p class="lead">{withoutPlaceholders(text)}</p>
        {(nextHref !== undefined || href !== undefined) && (
          <p class="buttons">
            {nextHref !== undefined && (
              <a class="button main" href={nextHref}>
                {withoutPlaceholders(next?.title ?? "")}
              </a>
            )}
            {href !== undefined && (
              <a class="button" href={href}>
                {nextHref === undefined ? phrases.back : phrases.backToPage}
              </a>
            )}
          </p>
        )}
      </main>
    </>
  );
  const styles = noticeStyles(brand, assetScope);
  const html =
    `<!doctype html><html lang="${language}"${isRightToLeft(language) ? ' dir="rtl"' : ""}><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(withoutPlaceholders(title))}</title>` +
    `<meta name="robots" content="noindex"><link rel="icon" href="${brandIcon(brand)}">${themeColors(brand)}${styles.html}</head>` +
    `<body class="notice s${status}">${body}</body></html>`;
  return {
    html: fillTemplate(builder.build(html), new RenderContext(noValues, "leave out")),
    sources: policySources([], styles.hashes),
  };
}

const noValues = tokenValues({ person: null, account: null, page: { name: "", title: "" }, audience: { name: "" } });
