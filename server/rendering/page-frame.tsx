/** @jsxImportSource hono/jsx */
import type { Steps } from "../event-loop/steps";
import { arrangements } from "./arrangements";
import { Ask } from "./ask/ask";
import { deckScript } from "./head/deck-script";
import { type InlineElements, inlineScripts, policySources } from "./head/inline-elements";
import { pageScriptTag } from "./head/page-script";
import { visitMarks } from "./head/visit-marks";
import type { AssetScope } from "./images";
import { isRightToLeft } from "./language/direction";
import { phrasesOf } from "./language/translations";
import type { PageDocument } from "./page-document";
import { cards } from "./sections/cards";
import { Footer, footerLinks as footerLinkSteps } from "./sections/footer";
import { Header } from "./sections/header";
import { Hero } from "./sections/hero";
import { pageStyles } from "./style";
import { pageTokenPlaceholder } from "./templates/placeholders";
import type { Template } from "./templates/template";
import { TemplateBuilder } from "./templates/template-builder";

/** The whole page, with slots for everything that can differ between its audiences. */
interface Frame {
  template: Template;
  sources: string;
}

interface FrameContent extends Pick<PageDocument["page"], "pageType" | "footerLinks" | "actionCardWidgets" | "scripts"> {
  brand: PageDocument["brand"];
  language: string;
  /** The names of the blocks in its topics. */
  blocks: string;
  assetScope: AssetScope;
}

export function* buildFrame({
  pageType,
  footerLinks,
  actionCardWidgets,
  scripts,
  brand,
  language,
  blocks,
  assetScope,
}: FrameContent): Steps<Frame> {
  const builder = new TemplateBuilder();
  const phrases = phrasesOf(language);
  const { Body } = arrangements[pageType];
  const shownCards = yield* cards(actionCardWidgets, builder, assetScope);
  const links = yield* footerLinkSteps(footerLinks, builder, assetScope);
  const body = (
    <Body
      header={<Header brand={brand} builder={builder} assetScope={assetScope} action={builder.slot("headerAction")} />}
      hero={<Hero builder={builder} />}
      cards={shownCards}
      topics={builder.slot("topics")}
      contents={builder.slot("contents")}
      date={builder.slot("date")}
      greeting={builder.slot("greeting")}
      closing={builder.slot("closing")}
      title={builder.slot("title")}
      actions={builder.slot("actions")}
      forms={builder.slot("forms")}
      ask={<Ask phrases={phrases} language={language} token={pageTokenPlaceholder} />}
      footer={<Footer links={links} brand={brand} builder={builder} assetScope={assetScope} phrases={phrases} />}
      from={builder.slot("from")}
      phrases={phrases}
    />
  );
  const styles = pageStyles(pageType, brand, blocks, assetScope);
  const code = inlineScripts(scripts);
  const deck = pageType === "sales_deck" ? deckScript : noScript;
  const direction = isRightToLeft(language) ? ' dir="rtl"' : "";
  const markup =
    `<!doctype html><html lang="${language}"${direction}><head>${builder.slot("head")}${styles.html}${pageScriptTag}</head>` +
    `<body class="${pageType}"><a class="skip" href="#main">${phrases.skip}</a>${body}${visitMarks}${deck.html}${code.html}</body></html>`;
  const scriptSources = ["'self'", ...deck.hashes, ...code.hashes];
  yield;
  return { template: yield* builder.buildSharedInSteps(markup), sources: policySources(scriptSources, styles.hashes) };
}

const noScript: InlineElements = { html: "", hashes: [] };
