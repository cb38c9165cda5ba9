import * as z from "zod";
import {
  distinct,
  identifier,
  list,
  longText,
  maxScriptLength,
  openValue,
  personalText,
  personalTitle,
  personalUrl,
  reference,
  text,
  title,
} from "../fields";
import { lazy, type Made } from "../lazy";

/** The fields that actions have in requests and answers. */
const actionFields = {
  purpose: longText,
  buttonTitle: personalTitle,
  actionType: openValue,
  url: personalUrl.meta({
    description: "Where it leads. For `form` the identifier of a form, for `email` and `phone` the address or number",
  }),
};

export const action = lazy(() =>
  z.strictObject({ actionId: identifier, actionIndex: z.number(), ...actionFields }).meta({ id: "Action" }),
);
export type Action = Made<typeof action>;

const actionInput = z.strictObject({
  ...actionFields,
  actionId: reference.optional().meta({ description: "Unique in its page; made up when it is left out or empty" }),
});
export type ActionInput = z.output<typeof actionInput>;

export const actionsInput = distinct(list(actionInput), "actionId");

/** True also for a page without a header action. */
export function hasHeaderAction(
  actions: readonly Pick<ActionInput, "actionId">[],
  headerActionId: string | null | undefined,
): boolean {
  if (headerActionId == null) return true;
  return headerActionId !== "" && actions.some((candidate) => candidate?.actionId === headerActionId);
}

export const noSuchAction = { code: "not_found", message: "must name an action of the page" };

const image = lazy(() => z.strictObject({ altText: z.string(), url: z.string(), fileId: z.string(), assetId: z.string() }));

export const actionCardWidget = lazy(() =>
  z
    .strictObject({ type: z.string(), title: z.string(), logos: z.array(z.strictObject({ image: image() })) })
    .meta({ id: "ActionCardWidget" }),
);

const imageInput = z.strictObject({
  altText: personalText.default(""),
  url: personalUrl.default(""),
  fileId: reference.default(""),
  assetId: reference.default(""),
});

export const actionCardWidgetInput = z
  .strictObject({
    type: openValue,
    title: personalTitle.default(""),
    logos: list(z.strictObject({ image: imageInput })).default([]),
  })
  .meta({ id: "ActionCardWidgetInput" });

export const footerLinkGroup = z
  .strictObject({
    id: reference,
    title: personalTitle,
    links: list(z.strictObject({ id: reference, text: personalTitle, url: personalUrl })),
  })
  .meta({ id: "FooterLinkGroup" });

export const script = z
  .strictObject({ content: text(0, maxScriptLength), enabled: z.boolean(), name: title, description: longText })
  .meta({ id: "Script" });
