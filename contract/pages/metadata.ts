import * as z from "zod";
import { list, personalText, personalTitle, personalUrl, title } from "../fields";
import { lazy, type Made } from "../lazy";

const fields = {
  title: personalTitle.optional(),
  description: personalText.optional(),
  author: personalTitle.optional(),
  canonicalUrl: personalUrl.optional(),
  themeColor: personalTitle.optional(),
  keywords: list(personalTitle).optional(),
  ogTitle: personalTitle.optional(),
  ogDescription: personalText.optional(),
  ogImageAlt: personalText.optional(),
  ogSiteName: personalTitle.optional(),
  ogUrl: personalUrl.optional(),
  twitterTitle: personalTitle.optional(),
  twitterDescription: personalText.optional(),
  twitterImageAlt: personalText.optional(),
  twitterSite: personalTitle.optional(),
  twitterCreator: personalTitle.optional(),
};

/** As requests send it, without images, which come from assets alone. */
export const metadataInput = z.strictObject({ ...fields, robots: list(title).default([]) }).meta({ id: "MetadataInput" });

/** Without defaults, so that fields left out are those of the page. */
export const metadataOverrideInput = z
  .strictObject({ ...fields, robots: list(title).optional() })
  .meta({ id: "MetadataOverrideInput" });

const images = {
  ogImageUrl: z.string().optional(),
  ogImageFileId: z.string().optional(),
  twitterImageUrl: z.string().optional(),
  twitterImageFileId: z.string().optional(),
};

export const metadata = lazy(() =>
  z.strictObject({ ...fields, robots: z.array(z.string()), ...images }).meta({ id: "Metadata" }),
);
export type Metadata = Made<typeof metadata>;

export const metadataOverride = lazy(() =>
  z.strictObject({ ...fields, robots: z.array(z.string()).optional(), ...images }).meta({ id: "MetadataOverride" }),
);
export type MetadataOverride = Made<typeof metadataOverride>;
