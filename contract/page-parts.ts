import * as z from "zod";
import { identifier, list, longText, maxScriptLength, openValue, reference, text, title, url } from "./fields";

/** What a page is made of, as it is sent and as it is shown. */
const actionFields = { purpose: longText, buttonTitle: title, actionType: openValue, url };

export const action = z.strictObject({ actionId: identifier, actionIndex: z.number(), ...actionFields }).meta({ id: "Action" });
export type Action = z.output<typeof action>;

const actionInput = z
  .strictObject({
    ...actionFields,
    actionId: reference.optional().meta({ description: "Unique in its page; made up when it is left out or empty" }),
  })
  .meta({ id: "ActionInput" });
export type ActionInput = z.output<typeof actionInput>;

export const actionsInput = list(actionInput).superRefine(
  (actions, check) => {
    for (const index of repeatedAt(actions.map((sent) => sent?.actionId || undefined))) {
      const path = [index, "actionId"];
      check.addIssue({ code: "custom", path, message: "must be unique in the page", input: actions });
    }
  },
  { when: ({ value }) => Array.isArray(value) },
);

export const noSuchAction = "must name an action of the page";

/** A page without a header action is fine. */
export function hasHeaderAction(
  actions: readonly Pick<ActionInput, "actionId">[],
  headerActionId: string | null | undefined,
): boolean {
  return headerActionId == null || actions.some((candidate) => candidate?.actionId === headerActionId);
}

/** Positions of values that came before; undefined is no value. */
export function repeatedAt(values: readonly unknown[]): number[] {
  const seen = new Set<unknown>();
  return values.flatMap((value, index) => {
    if (value === undefined) return [];
    const repeated = seen.has(value);
    seen.add(value);
    return repeated ? [index] : [];
  });
}

const image = z.strictObject({ altText: z.string(), url: z.string(), fileId: z.string(), assetId: z.string() });

export const actionCardWidget = z
  .strictObject({ type: z.string(), title: z.string(), logos: z.array(z.strictObject({ image })) })
  .meta({ id: "ActionCardWidget" });

const imageInput = z.strictObject({
  altText: longText.default(""),
  url: url.default(""),
  fileId: reference.default(""),
  assetId: reference.default(""),
});

export const actionCardWidgetInput = z
  .strictObject({ type: openValue, title: title.default(""), logos: list(z.strictObject({ image: imageInput })).default([]) })
  .meta({ id: "ActionCardWidgetInput" });

export const footerLinkGroup = z
  .strictObject({ id: reference, title, links: list(z.strictObject({ id: reference, text: title, url })) })
  .meta({ id: "FooterLinkGroup" });

export const script = z
  .strictObject({ content: text(0, maxScriptLength), enabled: z.boolean(), name: title, description: longText })
  .meta({ id: "Script" });
