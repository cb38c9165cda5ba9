import * as z from "zod";
import { reference, timestamp } from "../fields";
import { operation } from "../operation";
import { brandContent } from "../pages/brands";
import { emptyTokens } from "../pages/empty-tokens";
import { pageContent } from "../pages/pages";
import { warnings } from "../pages/warnings";
import { overridesInput } from "./audience-overrides";
import { effectiveFields } from "./audiences";
import { previewMinutes } from "./versions";

export const previewPage = operation({
  tier: "extension",
  summary: "See a page with changes that are not saved",
  description: `For an audience, for a person who has none yet, or for nobody in particular. Nothing is stored. To see the page, send \`page\` as a form field to \`url\` (POST, from a form into a frame, or with curl) within ${previewMinutes} minutes. An audience needs a key that may read audiences, a person one that may read persons; \`scripts\` that are sent along run for a key that may write pages, else those that are saved do.`,
  method: "POST",
  path: "/v0/pages/{page_id}/preview",
  access: "pages:read",
  body: z.strictObject({
    audienceId: reference.optional().meta({ description: "An audience of the page" }),
    personId: reference.optional().meta({ description: "A person of the tenant, in place of the audience's own" }),
    page: pageContent.optional().meta({ description: "As for a change of the page; a field left out is the saved one" }),
    brand: brandContent
      .optional()
      .meta({ description: "As for a change of the page's brand; a field left out is the saved one, or the plain look's" }),
    overrides: z
      .strictObject(overridesInput)
      .optional()
      .meta({ description: "As for a change of the audience; a field left out is the saved one" }),
  }),
  bodyOptional: true,
  response: () =>
    z
      .strictObject({
        url: z.string().meta({ description: "Where the page is shown to whoever sends it" }),
        page: z.string().meta({ description: "The page, compressed and in base64url" }),
        expiresAt: timestamp,
        fields: effectiveFields().meta({ description: "What the page shows and where it comes from, as in the effective view" }),
        emptyTokens: emptyTokens(),
        warnings: warnings(),
      })
      .meta({ id: "PagePreview" }),
  status: 200,
  storesNothing: true,
  errors: ["not_found", "page_too_large"],
});
