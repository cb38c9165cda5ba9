import { memoizeStepsWith, memoizeWith } from "../caching/memoize";
import { atOnce, type Steps, stepByStep } from "../event-loop/steps";
import type { Signer } from "../secrets/signer";
import { arrangements } from "./arrangements";
import { blocksUsed } from "./blocks";
import { buildHead, type MetadataOwner, robotsTag } from "./head/head";
import { robotsOf } from "./head/robots";
import type { AssetScope } from "./images";
import { languageOf } from "./language/page-language";
import { phrasesOf } from "./language/translations";
import { buildActions, fillActions } from "./page-actions";
import type { PageDocument } from "./page-document";
import { buildFrame } from "./page-frame";
import { fillContents, fillSections, topicTemplates } from "./page-topics";
import { dateLine, greetingLine, recipientLine } from "./sections/hero";
import { signatureLine } from "./sections/signature";
import { shareCard, shareHash, sharePath, shareTags } from "./share/share";
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

type RenderArguments = [
  document: PageDocument,
  assetScope: AssetScope,
  whenTooLarge?: RenderContext["whenTooLarge"],
  metadataOwner?: MetadataOwner,
];

export function renderPage(...args: RenderArguments): RenderedPage {
  return atOnce(renderSteps(...args));
}

/** Rendering the largest page takes a tenth of a second: other tenants are answered meanwhile. */
export function renderPageInTurns(...args: RenderArguments): Promise<RenderedPage> {
  const [, { tenantId }] = args;
  return stepByStep(tenantId, renderSteps(...args));
}

/**
 * Audiences of a page are built together and share objects, so templates are built once for each object. Only tokens,
 * the order of topics and overrides are left to do for each audience.
 */
function* renderSteps(
  document: PageDocument,
  assetScope: AssetScope,
  whenTooLarge: RenderContext["whenTooLarge"] = "refuse",
  metadataOwner: MetadataOwner = "audience",
): Steps<RenderedPage> {
  const { page, brand, metadata, forms, topicIds } = document;
  const { tenantId, signer } = assetScope;
  const { assets } = document;
  const context = new RenderContext(tokenValues(document), whenTooLarge);
  const language = languageOf(document);
  const robots = robotsOf(document);
  const { pageType, headerActionId, footerLinks, actionCardWidgets, scripts } = page;
  yield;
  const frame = yield* frameOf(
    footerLinks,
    pageType,
    actionCardWidgets,
    scripts,
    brand,
    language,
    tenantId,
    signer,
    assets,
    blocksUsed(document.topics),
  );
  yield;
  const head = headOf(
    metadata ?? footerLinks,
    metadata,
    page.title,
    page.name,
    brand,
    language,
    metadataOwner,
    page.brandId,
    tenantId,
    signer,
    assets,
  );
  yield;
  const actions = actionsOf(page.actions, headerActionId, pageType, forms, language);
  yield;
  const { widths } = arrangements[pageType];
  const topics = yield* topicTemplates(document.topics, { tenantId, signer, assets, language, widths });
  const filledHead = {
    head: fillTemplate(head.tags, context, {
      robots: robotsTag(robots.rules),
      share: () => shareTags(sharePath(signer, tenantId, document.audience.audienceId, shareHash(shareCard(document, language)))),
    }),
    recipient: recipientLine(document, phrasesOf(language)),
    title: fillTemplate(head.heading, context),
    lead: fillTemplate(head.lead, context),
    greeting: greetingLine(document, phrasesOf(language)),
    date: dateLine(document.builtOn, language),
    from: () => signatureLine(document, context.values, language),
    year: document.builtOn?.slice(0, 4) ?? "",
  };
  yield;
  const sections = yield* fillSections(topics, topicIds, context, pageType);
  const filledActions = fillActions(actions, context);
  yield;
  const html = fillTemplate(frame.template, context, {
    ...filledHead,
    topics: sections,
    contents: () => fillContents(topics, topicIds, context),
    ...filledActions,
  });
  return { html, fragments: context.fragments, sources: frame.sources, isIndexed: robots.isIndexed };
}

// Keyed by the footer links, because a page with overridden actions is a copy that still shares its other lists.
const frameOf = memoizeStepsWith(
  (
    footerLinks: PageContent["footerLinks"],
    pageType: PageContent["pageType"],
    actionCardWidgets: PageContent["actionCardWidgets"],
    scripts: PageContent["scripts"],
    brand: PageDocument["brand"],
    language: string,
    tenantId: string,
    signer: Signer,
    assets: PageDocument["assets"],
    blocks: string,
  ) =>
    buildFrame({
      pageType,
      footerLinks,
      actionCardWidgets,
      scripts,
      brand,
      language,
      blocks,
      assetScope: { tenantId, signer, assets },
    }),
);
const headOf = memoizeWith((_key: object, ...args: Parameters<typeof buildHead>) => buildHead(...args));
const actionsOf = memoizeWith(buildActions);
