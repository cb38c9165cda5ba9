/** @jsxImportSource hono/jsx */
import type { Page } from "../../contract";
import { LruCache } from "../caching/lru-cache";
import { memoizeWith } from "../caching/memoize";
import { arrangements } from "./arrangements";
import { Button, stepsOf } from "./blocks/actions";
import { FormSection } from "./blocks/form";
import { type Language, phrases } from "./language/phrases";
import { Paragraphs } from "./markdown";
import type { DocumentAction, DocumentForm } from "./page-document";
import { escapeHtml } from "./templates/escape";
import { unmarked } from "./templates/placeholders";
import type { Room } from "./templates/render-budget";
import { fill, type Slots, Weave, type Woven } from "./templates/template";

/** What a page calls its visitors to do. */
interface WovenActions {
  header: Woven;
  actions: Woven;
  forms: WovenForm[];
}

interface WovenForm {
  section: Woven;
  instructions: Woven;
  action: string;
}

export function weaveActions(
  actions: readonly DocumentAction[],
  headerActionId: string | null,
  type: Page["pageType"],
  forms: readonly DocumentForm[],
  language: Language,
): WovenActions {
  const weave = new Weave();
  const words = phrases[language];
  const shown = formsToShow(actions, forms);
  const steps = stepsOf(actions, weave, (action) => {
    const index = shown.findIndex((candidate) => isSame(candidate.action, action));
    return index === -1 ? undefined : `#${anchorOf(index)}`;
  });
  const header = steps.find(({ action }) => action.actionId === headerActionId);
  const { Actions } = arrangements[type];
  return {
    header: header ? weave.woven(<Button step={header} weave={weave} words={words} kind="main" />) : [],
    actions: weave.woven(<Actions steps={steps} weave={weave} words={words} />),
    forms: shown.map(({ form, action }, index) => ({
      section: sectionOf(form, anchorOf(index), language),
      instructions: instructionsOf(action.formInstructions ?? form.instructions ?? ""),
      action: escapeHtml(unmarked(action.actionId)),
    })),
  };
}

export function fillActions({ header, actions, forms }: WovenActions, room: Room): Slots {
  let sections = "";
  for (const { section, instructions, action } of forms) {
    sections += fill(section, room, { instructions: fill(instructions, room), action });
  }
  return { headerAction: fill(header, room), actions: fill(actions, room), forms: sections };
}

/** Each once, whatever the number of actions that open it. */
function formsToShow(actions: readonly DocumentAction[], forms: readonly DocumentForm[]) {
  const shown: { action: DocumentAction; form: DocumentForm }[] = [];
  for (const action of actions) {
    const form = forms.find(({ formId }) => action.actionType === "form" && formId === action.formId);
    if (form && !shown.some((before) => isSame(before.action, action))) shown.push({ action, form });
  }
  return shown;
}

function isSame(one: DocumentAction, other: DocumentAction): boolean {
  return one.formId === other.formId && one.formInstructions === other.formInstructions;
}

function anchorOf(index: number): string {
  return `form-${index + 1}`;
}

const sectionOf = memoizeWith((form: DocumentForm, anchor: string, language: Language): Woven => {
  const weave = new Weave();
  return weave.shared(<FormSection form={form} anchor={anchor} weave={weave} words={phrases[language]} />);
});

function instructionsOf(text: string): Woven {
  return instructions.get(text, () => {
    const weave = new Weave();
    return weave.woven(<Paragraphs text={weave.text(text)} />);
  });
}

const maxRecentLength = 1_000_000;
const instructions = new LruCache<Woven>(maxRecentLength);
