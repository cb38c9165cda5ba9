import * as z from "zod";
import { list, longText, title, url } from "./fields";

const fields = {
  title: title.optional(),
  description: longText.optional(),
  author: title.optional(),
  canonicalUrl: url.optional(),
  themeColor: title.optional(),
  keywords: list(title).optional(),
  ogTitle: title.optional(),
  ogDescription: longText.optional(),
  ogImageAlt: longText.optional(),
  ogSiteName: title.optional(),
  ogUrl: url.optional(),
  twitterTitle: title.optional(),
  twitterDescription: longText.optional(),
  twitterImageAlt: longText.optional(),
  twitterSite: title.optional(),
  twitterCreator: title.optional(),
};

/** As a request may send it: images come from assets, never from the caller. */
export const metadataInput = z.strictObject({ ...fields, robots: list(title).default([]) }).meta({ id: "MetadataInput" });

/** For one audience: without a default, so that what is left out is the page's. */
export const metadataOverrideInput = z
  .strictObject({ ...fields, robots: list(title).optional() })
  .meta({ id: "MetadataOverrideInput" });

const images = {
  ogImageUrl: z.string().optional(),
  ogImageFileId: z.string().optional(),
  twitterImageUrl: z.string().optional(),
  twitterImageFileId: z.string().optional(),
};

export const metadata = z.strictObject({ ...fields, robots: z.array(z.string()), ...images }).meta({ id: "Metadata" });
export type Metadata = z.output<typeof metadata>;

export const metadataOverride = z
  .strictObject({ ...fields, robots: z.array(z.string()).optional(), ...images })
  .meta({ id: "MetadataOverride" });
export type MetadataOverride = z.output<typeof metadataOverride>;
