import { memoizeWith } from "../caching/memoize";
import type { Signer } from "../secrets/signer";
import { forWhom } from "./blocks/hero";
import { type MetadataOf, robotsTag, weaveHead } from "./head/head";
import { robotsOf } from "./head/robots";
import type { Place } from "./images";
import { languageOf } from "./language/page-language";
import { type Language, phrases } from "./language/phrases";
import { fillActions, weaveActions } from "./page-actions";
import type { PageDocument } from "./page-document";
import { weaveFrame } from "./page-frame";
import { fillTopics, weaveTopics } from "./page-topics";
import { Room } from "./templates/render-budget";
import { fill } from "./templates/template";
import { tokenValues } from "./tokens";

export interface RenderedPage {
  /** With marks in it, for what it shares with others and what is known only when it is served. */
  html: string;
  /** What it shares, by hash. */
  pieces: ReadonlyMap<string, string>;
  /** Of its scripts and styles, as the Content-Security-Policy names them. */
  sources: string;
  isIndexed: boolean;
}

type Shown = PageDocument["page"];

/**
 * What audiences share is woven once, by the objects it is made of. Left for each is what is its own: for whom, tokens,
 * the order of topics, and overrides if it has any.
 */
export function renderPage(
  document: PageDocument,
  place: Place,
  whenFull: Room["whenFull"] = "refuse",
  metadataOf: MetadataOf = "audience",
): RenderedPage {
  const { page, brand, metadata, forms, topicIds } = document;
  const { tenantId, signer } = place;
  const room = new Room(tokenValues(document), whenFull);
  const language = languageOf(document);
  const robots = robotsOf(document);
  const { pageType, headerActionId, footerLinks, actionCardWidgets, scripts } = page;
  const frame = framesOf(footerLinks, pageType, actionCardWidgets, scripts, brand, language, tenantId, signer);
  const head = headsOf(metadata ?? footerLinks, metadata, page.title, page.name, brand, language, metadataOf);
  const actions = actionsOf(page.actions, headerActionId, pageType, forms, language);
  const topics = topicsOf(document.topics, tenantId, signer);
  const html = fill(frame.woven, room, {
    head: fill(head.tags, room, { robots: robotsTag(robots.rules) }),
    forWhom: forWhom(document, phrases[language]),
    title: fill(head.heading, room),
    lead: fill(head.lead, room),
    topics: fillTopics(topics, topicIds, "section", room),
    contents: () => fillTopics(topics, topicIds, "contents", room),
    ...fillActions(actions, room),
  });
  return { html, pieces: room.pieces, sources: frame.sources, isIndexed: robots.isIndexed };
}

// A page with overridden actions is a copy that still has the page's own lists: by one of them it is known again.
const framesOf = memoizeWith(
  (
    footerLinks: Shown["footerLinks"],
    pageType: Shown["pageType"],
    actionCardWidgets: Shown["actionCardWidgets"],
    scripts: Shown["scripts"],
    brand: PageDocument["brand"],
    language: Language,
    tenantId: string,
    signer: Signer,
  ) => weaveFrame({ pageType, footerLinks, actionCardWidgets, scripts, brand, language, place: { tenantId, signer } }),
);
const headsOf = memoizeWith((_key: object, ...given: Parameters<typeof weaveHead>) => weaveHead(...given));
const actionsOf = memoizeWith(weaveActions);
const topicsOf = memoizeWith(weaveTopics);
