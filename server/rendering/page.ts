import { memoizeWith } from "../caching/memoize";
import type { Signer } from "../secrets/signer";
import { recipientLine } from "./blocks/hero";
import { buildHead, type MetadataOwner, robotsTag } from "./head/head";
import { robotsOf } from "./head/robots";
import type { AssetScope } from "./images";
import { languageOf } from "./language/page-language";
import { type Language, translations } from "./language/phrases";
import { buildActions, fillActions } from "./page-actions";
import type { PageDocument } from "./page-document";
import { buildFrame } from "./page-frame";
import { buildTopics, fillTopics } from "./page-topics";
import { RenderContext } from "./templates/render-context";
import { fillTemplate } from "./templates/template";
import { tokenValues } from "./tokens";

export interface RenderedPage {
  /** With placeholders for shared fragments, and for what is known only when the page is served. */
  html: string;
  /** Markup shared with other pages, by hash. */
  fragments: ReadonlyMap<string, string>;
  /** The `script-src` and `style-src` directives of its Content-Security-Policy. */
  sources: string;
  isIndexed: boolean;
}

type PageContent = PageDocument["page"];

/**
 * Audiences of a page are built together and share objects, so templates are built once for each object. Only tokens,
 * the order of topics and overrides are left to do for each audience.
 */
export function renderPage(
  document: PageDocument,
  assetScope: AssetScope,
  whenTooLarge: RenderContext["whenTooLarge"] = "refuse",
  metadataOwner: MetadataOwner = "audience",
): RenderedPage {
  const { page, brand, metadata, forms, topicIds } = document;
  const { tenantId, signer } = assetScope;
  const context = new RenderContext(tokenValues(document), whenTooLarge);
  const language = languageOf(document);
  const robots = robotsOf(document);
  const { pageType, headerActionId, footerLinks, actionCardWidgets, scripts } = page;
  const frame = frameOf(footerLinks, pageType, actionCardWidgets, scripts, brand, language, tenantId, signer);
  const head = headOf(metadata ?? footerLinks, metadata, page.title, page.name, brand, language, metadataOwner);
  const actions = actionsOf(page.actions, headerActionId, pageType, forms, language);
  const topics = topicsOf(document.topics, tenantId, signer);
  const html = fillTemplate(frame.template, context, {
    head: fillTemplate(head.tags, context, { robots: robotsTag(robots.rules) }),
    recipient: recipientLine(document, translations[language]),
    title: fillTemplate(head.heading, context),
    lead: fillTemplate(head.lead, context),
    topics: fillTopics(topics, topicIds, "section", context),
    contents: () => fillTopics(topics, topicIds, "contents", context),
    ...fillActions(actions, context),
  });
  return { html, fragments: context.fragments, sources: frame.sources, isIndexed: robots.isIndexed };
}

// Keyed by the footer links, because a page with overridden actions is a copy that still shares its other lists.
const frameOf = memoizeWith(
  (
    footerLinks: PageContent["footerLinks"],
    pageType: PageContent["pageType"],
    actionCardWidgets: PageContent["actionCardWidgets"],
    scripts: PageContent["scripts"],
    brand: PageDocument["brand"],
    language: Language,
    tenantId: string,
    signer: Signer,
  ) => buildFrame({ pageType, footerLinks, actionCardWidgets, scripts, brand, language, assetScope: { tenantId, signer } }),
);
const headOf = memoizeWith((_key: object, ...args: Parameters<typeof buildHead>) => buildHead(...args));
const actionsOf = memoizeWith(buildActions);
const topicsOf = memoizeWith(buildTopics);
