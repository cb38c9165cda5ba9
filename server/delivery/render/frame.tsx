/** @jsxImportSource hono/jsx */
import type { PageDocument } from "../../features/versions";
import { arrangements } from "./arrangements";
import type { Place } from "./images";
import { isRightToLeft } from "./language";
import { unmarked } from "./marks";
import { Ask } from "./parts/ask";
import { Cards } from "./parts/cards";
import { Footer } from "./parts/footer";
import { Header } from "./parts/header";
import { Hero } from "./parts/hero";
import { type Language, phrases } from "./phrases";
import { inlinedScripts, policySources } from "./scripts";
import { pageStyles } from "./style";
import { Weave, type Woven } from "./weave";

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
