import * as z from "zod";

/** The languages that Foyer's own words on a page are written in. */
export const spokenLanguages = ["en", "de", "fr", "es", "it", "nl", "pt", "ar", "he"] as const;

export const language = z
  .string()
  .max(35)
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, "must be a language tag such as en or pt-BR")
  .meta({ description: `Any language tag (BCP 47). Foyer's own words exist in ${spokenLanguages.join(", ")}` });
