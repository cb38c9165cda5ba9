import * as z from "zod";
import { list, longText, url } from "./fields";

const requestFields = {
  title: longText.optional(),
  description: longText.optional(),
  author: longText.optional(),
  canonicalUrl: url.optional(),
  themeColor: longText.optional(),
  keywords: list(longText).optional(),
  robots: list(longText).default([]),
  ogTitle: longText.optional(),
  ogDescription: longText.optional(),
  ogImageAlt: longText.optional(),
  ogSiteName: longText.optional(),
  ogUrl: url.optional(),
  twitterTitle: longText.optional(),
  twitterDescription: longText.optional(),
  twitterImageAlt: longText.optional(),
  twitterSite: longText.optional(),
  twitterCreator: longText.optional(),
};

/** As a request may send it: images come from assets, never from the caller. */
export const metadataInput = z.strictObject(requestFields).meta({ id: "MetadataInput" });

export const metadata = z
  .strictObject({
    ...requestFields,
    ogImageUrl: z.string().optional(),
    ogImageFileId: z.string().optional(),
    twitterImageUrl: z.string().optional(),
    twitterImageFileId: z.string().optional(),
  })
  .meta({ id: "Metadata" });
