import { actionLinksOf } from "./blocks/actions";
import type { PageDocument } from "./page-document";
import { RenderContext } from "./templates/render-context";
import { fillTemplate } from "./templates/template";
import { TemplateBuilder } from "./templates/template-builder";
import { filledText, tokenValues } from "./tokens";

/** Where a page wants its visitors to go, and the words for it. Forms are left out: they are on the page itself. */
export function mainAction(document: PageDocument): { href: string; title: string } | undefined {
  const { actions, headerActionId } = document.page;
  const builder = new TemplateBuilder();
  const links = actionLinksOf(actions, builder, () => undefined);
  const main = links.find(({ action }) => action.actionId === headerActionId) ?? links[0];
  if (!main) return undefined;
  const values = tokenValues(document);
  const href = fillTemplate(builder.build(main.href), new RenderContext(values, "leave out"));
  return { href, title: filledText(main.action.buttonTitle, values) || href };
}
