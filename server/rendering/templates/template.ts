import type { Fragment } from "./fragment";
import type { RenderContext } from "./render-context";

/** Markup with placeholders. It is built once for a page and filled in for each audience. */
export type Template = readonly (string | Fragment | Placeholder)[];

/** Returns what belongs in the placeholder, for one rendering. */
export type Placeholder = (context: RenderContext, slots: SlotContents) => string;

/** Markup for named slots. A function is called only if the template has the slot. */
export type SlotContents = Readonly<Record<string, string | (() => string)>>;

/** Counts everything but the slots, whose markup was counted when it was made. */
export function fillTemplate(template: Template, context: RenderContext, slots: SlotContents = noSlots): string {
  let html = "";
  for (const part of template) {
    if (typeof part === "function") html += part(context, slots);
    else if (typeof part === "object") html += context.share(part);
    else {
      context.count(part);
      html += part;
    }
  }
  return html;
}

const noSlots: SlotContents = {};
