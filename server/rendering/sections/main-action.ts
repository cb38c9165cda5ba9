import type { PageDocument } from "../page-document";
import { RenderContext } from "../templates/render-context";
import { fillTemplate } from "../templates/template";
import { TemplateBuilder } from "../templates/template-builder";
import { filledText, tokenValues } from "../tokens";
import { actionLinksOf } from "./actions";

/** Where a page wants its visitors to go, and the words for it. Forms are left out: they are on the page itself. */
export function mainAction(document: PageDocument): { href: string; title: string } | undefined {
  const { actions, headerActionId } = document.page;
  const builder = new TemplateBuilder();
  const links = actionLinksOf(actions, builder, () => undefined);
  const main = links.find(({ action }) => action.actionId === headerActionId) ?? links[0];
  if (!main) return undefined;
  return filledLink(document, builder, main.href, main.action.buttonTitle);
}

/** Where a form leads once it is sent; undefined for an address that is not safe. */
export function nextOfForm(document: PageDocument, { title, url }: { title: string; url: string }) {
  const builder = new TemplateBuilder();
  const href = builder.url(url);
  return href === undefined ? undefined : filledLink(document, builder, href, title);
}

function filledLink(document: PageDocument, builder: TemplateBuilder, href: string, title: string) {
  const values = tokenValues(document);
  const filled = fillTemplate(builder.build(href), new RenderContext(values, "leave out"));
  return { href: filled, title: filledText(title, values) || filled };
}
