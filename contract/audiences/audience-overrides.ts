import * as z from "zod";
import { name, personalText, reference, requiredLongText, requiredPersonalUrl } from "../fields";
import { lazy, type Made } from "../lazy";
import { metadataOverride, metadataOverrideInput } from "../pages/metadata";

/** What an audience can override, as requests send it. */
export const overridesInput = {
  actionFormIdOverride: reference.nullish(),
  actionFormInstructionsOverride: personalText.nullish(),
  actionUrlOverride: requiredPersonalUrl.nullish().meta({ description: "URL to open when the action is triggered" }),
  customName: name.nullish(),
  metadataOverride: metadataOverrideInput
    .optional()
    .meta({ description: "In place of the one before; what it leaves out is the page's, so `{}` takes all back" }),
  supplementaryContext: requiredLongText.nullish(),
};

/** The overrides as the history keeps them. */
export const overrides = lazy(() =>
  z.strictObject({
    actionFormIdOverride: z.string().nullable(),
    actionFormInstructionsOverride: z.string().nullable(),
    actionUrlOverride: z.string().nullable(),
    customName: z.string().nullable(),
    metadataOverride: metadataOverride().nullable(),
    supplementaryContext: z.string().nullable(),
  }),
);
export type Overrides = Made<typeof overrides>;

/** A field left out stays, null clears it. */
export type OverrideChanges = { [Field in keyof Overrides]?: Overrides[Field] | undefined };
