/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import type { Phrases } from "../language/phrases";
import type { DocumentAction } from "../page-document";
import { isExternal } from "../templates/addresses";
import { escapeHtml } from "../templates/escape";
import { withoutPlaceholders } from "../templates/placeholders";
import type { TemplateBuilder } from "../templates/template-builder";

/** An action and the address that it leads to. */
export interface ActionLink {
  action: DocumentAction;
  href: string;
}

/** Leaves out actions that lead nowhere or have no words for a button. */
export function actionLinksOf(
  actions: readonly DocumentAction[],
  builder: TemplateBuilder,
  anchorOf: (action: DocumentAction) => string | undefined,
): ActionLink[] {
  return actions.flatMap((action) => {
    const href = hasType(action, "form") ? anchorOf(action) : builder.url(addressOf(action));
    return href === undefined || action.buttonTitle.trim() === "" ? [] : [{ action, href }];
  });
}

interface ButtonProps {
  link: ActionLink;
  builder: TemplateBuilder;
  phrases: Phrases;
  kind: "main" | "other";
}

/** Written without JSX for speed: buttons are rendered again for every audience with an address of its own. */
export function Button({ link: { action, href }, builder, phrases, kind }: ButtonProps) {
  const download = hasType(action, "download") ? " download" : "";
  const rel = isExternal(href) ? ' rel="noreferrer"' : "";
  const title = escapeHtml(builder.firstOf([action.buttonTitle, phrases.open]));
  const id = escapeHtml(withoutPlaceholders(action.actionId));
  const kinds = kind === "main" ? "button main" : "button";
  return raw(`<a class="${kinds}" href="${escapeHtml(href)}" data-action="${id}"${download}${rel}>${title}</a>`);
}

export function Buttons({
  links,
  builder,
  phrases,
  kind = "main",
}: {
  links: readonly ActionLink[];
  builder: TemplateBuilder;
  phrases: Phrases;
  /** The kind of the first button. */
  kind?: ButtonProps["kind"];
}) {
  if (links.length === 0) return null;
  return (
    <p class="buttons">
      {links.map((link, index) => (
        <Button link={link} builder={builder} phrases={phrases} kind={index === 0 ? kind : "other"} />
      ))}
    </p>
  );
}

/** The case of a type does not matter. */
export function hasType({ actionType }: Pick<DocumentAction, "actionType">, type: string): boolean {
  return actionType.toLowerCase() === type;
}

function addressOf(action: DocumentAction): string {
  const { url } = action;
  if (hasType(action, "email")) return /^[^\s:/?#@]+@[^\s:/?#@]+(\?|$)/.test(url) ? `mailto:${url}` : ifItOpens(url);
  if (hasType(action, "phone")) return /^\+?[\d().-]+$/.test(url) ? `tel:${url.replace(/[().-]/g, "")}` : ifItOpens(url);
  return url;
}

/** Empty for text that is neither an address of the action's type nor one that can be opened. */
function ifItOpens(url: string): string {
  return /^(mailto|tel|https?):./i.test(url) ? url : "";
}
