/** @jsxImportSource hono/jsx */
import type { Page } from "../../contract";
import { LruCache } from "../caching/lru-cache";
import { memoizeWith } from "../caching/memoize";
import { arrangements } from "./arrangements";
import { FormSection } from "./forms/form";
import { formInLanguage } from "./forms/form-in-language";
import { phrasesOf } from "./language/translations";
import { Paragraphs } from "./markdown";
import type { DocumentAction, DocumentForm } from "./page-document";
import { actionLinksOf, Button, hasType } from "./sections/actions";
import { escapeHtml } from "./templates/escape";
import { withoutPlaceholders } from "./templates/placeholders";
import type { RenderContext } from "./templates/render-context";
import { fillTemplate, type SlotContents, type Template } from "./templates/template";
import { TemplateBuilder } from "./templates/template-builder";

interface ActionTemplates {
  header: Template;
  actions: Template;
  closing: Template;
  forms: FormTemplates[];
}

interface FormTemplates {
  section: Template;
  instructions: Template;
  action: string;
}

export function buildActions(
  actions: readonly DocumentAction[],
  headerActionId: string | null,
  type: Page["pageType"],
  forms: readonly DocumentForm[],
  language: string,
): ActionTemplates {
  const builder = new TemplateBuilder();
  const phrases = phrasesOf(language);
  const shown = formsOpenedBy(actions, forms);
  const links = actionLinksOf(actions, builder, (action) => {
    const index = shown.findIndex((candidate) => opensSameForm(candidate.action, action));
    return index === -1 ? undefined : `#${anchorOf(index)}`;
  });
  const named = links.find(({ action }) => action.actionId === headerActionId);
  // A deck has the main action on every slide.
  const header = named ?? (type === "sales_deck" ? links[0] : undefined);
  const main = named ?? links[0];
  const { Actions } = arrangements[type];
  return {
    header: header ? builder.build(<Button link={header} builder={builder} phrases={phrases} kind="main" />) : [],
    actions: builder.build(<Actions links={links} builder={builder} phrases={phrases} />),
    closing: main ? builder.build(<Button link={main} builder={builder} phrases={phrases} kind="main" />) : [],
    forms: shown.map(({ form, action }, index) => ({
      section: formSectionOf(form, anchorOf(index), language),
      instructions: instructionsOf(action.formInstructions ?? form.instructions ?? ""),
      action: escapeHtml(withoutPlaceholders(action.actionId)),
    })),
  };
}

export function fillActions({ header, actions, closing, forms }: ActionTemplates, context: RenderContext): SlotContents {
  let sections = "";
  for (const { section, instructions, action } of forms) {
    sections += fillTemplate(section, context, { instructions: fillTemplate(instructions, context), action });
  }
  return {
    headerAction: fillTemplate(header, context),
    actions: fillTemplate(actions, context),
    closing: () => fillTemplate(closing, context),
    forms: sections,
  };
}

/** A form is shown once, even if several actions open it, unless they give it different instructions. */
function formsOpenedBy(actions: readonly DocumentAction[], forms: readonly DocumentForm[]) {
  const shown: { action: DocumentAction; form: DocumentForm }[] = [];
  for (const action of actions) {
    const form = forms.find(({ formId }) => hasType(action, "form") && formId === action.formId);
    if (form && !shown.some((before) => opensSameForm(before.action, action))) shown.push({ action, form });
  }
  return shown;
}

function opensSameForm(one: DocumentAction, other: DocumentAction): boolean {
  return one.formId === other.formId && one.formInstructions === other.formInstructions;
}

function anchorOf(index: number): string {
  return `form-${index + 1}`;
}

const formSectionOf = memoizeWith((form: DocumentForm, anchor: string, language: string): Template => {
  const builder = new TemplateBuilder();
  const phrases = phrasesOf(language);
  return builder.buildShared(
    <FormSection form={formInLanguage(form, phrases)} anchor={anchor} builder={builder} phrases={phrases} language={language} />,
  );
});

function instructionsOf(text: string): Template {
  return instructionsByText.get(text, () => {
    const builder = new TemplateBuilder();
    return builder.build(<Paragraphs text={builder.text(text)} />);
  });
}

const maxCachedLength = 200_000;
const instructionsByText = new LruCache<Template>(maxCachedLength);
