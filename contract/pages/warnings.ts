import * as z from "zod";
import { lazy, type Made } from "../lazy";

const warningCodes = [
  "brand_not_found",
  "form_not_found",
  "asset_not_found",
  "image_not_shown",
  "action_not_shown",
  "address_relative",
  "block_unreadable",
  "page_too_large",
] as const;
export type WarningCode = (typeof warningCodes)[number];

/** Something that visitors are not shown as it was meant. */
export const warning = lazy(() =>
  z
    .strictObject({
      location: z.string().meta({ examples: ["topics[0].entries[2].content"] }),
      code: z.enum(warningCodes),
      message: z.string(),
      subjectId: z.string().nullable().meta({ description: "The record with the problem: an entry, an action or a brand" }),
    })
    .meta({ id: "Warning" }),
);
export type Warning = Made<typeof warning>;

export const maxWarnings = 100;
export const warnings = lazy(() =>
  z.array(warning()).meta({ description: `What is left out or not shown as it was meant; the first ${maxWarnings}` }),
);
