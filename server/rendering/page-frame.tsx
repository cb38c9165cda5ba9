/** @jsxImportSource hono/jsx */

import { arrangements } from "./arrangements";
import { Ask } from "./blocks/ask";
import { Cards } from "./blocks/cards";
import { Footer } from "./blocks/footer";
import { Header } from "./blocks/header";
import { Hero } from "./blocks/hero";
import { inlinedScripts, policySources } from "./head/scripts";
import type { Place } from "./images";
import { isRightToLeft } from "./language/evidence";
import { type Language, phrases } from "./language/phrases";
import type { PageDocument } from "./page-document";
import { pageStyles } from "./style";
import { unmarked } from "./templates/placeholders";
import { Weave, type Woven } from "./templates/template";

type Shown = PageDocument["page"];

/** The page without what may differ between its audiences, which has its places in it. */
interface Frame {
  woven: Woven;
  sources: string;
}

interface Given extends Pick<Shown, "pageType" | "footerLinks" | "actionCardWidgets" | "scripts"> {
  brand: PageDocument["brand"];
  language: Language;
  place: Place;
}

export function weaveFrame({ pageType, footerLinks, actionCardWidgets, scripts, brand, language, place }: Given): Frame {
  const weave = new Weave();
  const words = phrases[language];
  const { Body } = arrangements[pageType];
  const body = (
    <Body
      header={<Header brand={brand} weave={weave} place={place} action={weave.slot("headerAction")} />}
      hero={<Hero weave={weave} />}
      cards={<Cards widgets={actionCardWidgets} weave={weave} place={place} />}
      topics={weave.slot("topics")}
      contents={weave.slot("contents")}
      actions={weave.slot("actions")}
      forms={weave.slot("forms")}
      ask={<Ask words={words} />}
      footer={<Footer groups={footerLinks} brand={brand?.name ?? ""} weave={weave} words={words} />}
      from={brand && <p class="from">{unmarked(brand.name)}</p>}
      words={words}
    />
  );
  const styles = pageStyles(pageType, brand?.colors);
  const code = inlinedScripts(scripts);
  const direction = isRightToLeft(language) ? ' dir="rtl"' : "";
  const markup =
    `<!doctype html><html lang="${language}"${direction}><head>${weave.slot("head")}${styles.html}</head>` +
    `<body class="${pageType}"><a class="skip" href="#main">${words.skip}</a>${body}${code.html}</body></html>`;
  return { woven: weave.shared(markup), sources: policySources(code.hashes, styles.hashes) };
}
