import * as z from "zod";

/** Open fonts that come with Foyer, in Latin letters; others are shown in the system's font. */
export const brandFonts = ["dm-sans", "figtree", "manrope", "plus-jakarta-sans"] as const;
export type BrandFont = (typeof brandFonts)[number];

export const brandFont = z.enum(brandFonts);
