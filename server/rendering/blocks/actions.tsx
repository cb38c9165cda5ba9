/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import type { Phrases } from "../language/phrases";
import type { DocumentAction } from "../page-document";
import { leadsElsewhere } from "../templates/addresses";
import { escapeHtml } from "../templates/escape";
import type { Weave } from "../templates/template";

/** An action as a visitor can follow it. */
export interface Step {
  action: DocumentAction;
  href: string;
}

/** Where each action leads; those that lead nowhere are left out. */
export function stepsOf(
  actions: readonly DocumentAction[],
  weave: Weave,
  anchorOf: (action: DocumentAction) => string | undefined,
): Step[] {
  return actions.flatMap((action) => {
    const href = action.actionType === "form" ? anchorOf(action) : weave.url(addressOf(action));
    return href === undefined || action.buttonTitle.trim() === "" ? [] : [{ action, href }];
  });
}

interface ButtonGiven {
  step: Step;
  weave: Weave;
  words: Phrases;
  kind: "main" | "other";
}

/** In so many words: an audience with an address of its own has its buttons made anew. */
export function Button({ step: { action, href }, weave, words, kind }: ButtonGiven) {
  const download = action.actionType === "download" ? " download" : "";
  const rel = leadsElsewhere(href) ? ' rel="noreferrer"' : "";
  const title = escapeHtml(weave.firstOf([action.buttonTitle, words.open]));
  return raw(`<a class="button${kind === "main" ? " main" : ""}" href="${escapeHtml(href)}"${download}${rel}>${title}</a>`);
}

/** The first is the one to take. */
export function Buttons({ steps, weave, words }: { steps: readonly Step[]; weave: Weave; words: Phrases }) {
  if (steps.length === 0) return null;
  return (
    <p class="buttons">
      {steps.map((step, index) => (
        <Button step={step} weave={weave} words={words} kind={index === 0 ? "main" : "other"} />
      ))}
    </p>
  );
}

function addressOf({ actionType, url }: DocumentAction): string {
  if (actionType === "email" && /^[^\s:/?#@]+@[^\s:/?#@]+(\?|$)/.test(url)) return `mailto:${url}`;
  if (actionType === "phone" && /^\+?[\d().-]+$/.test(url)) return `tel:${url.replace(/[().-]/g, "")}`;
  return url;
}
