import * as z from "zod";
import { identifier, name, requiredUrl, text, timestamp, title } from "../fields";
import { lazy, type Made } from "../lazy";
import { operation } from "../operation";
import { cappedCount, envelope, paging } from "../paging";
import { brandFont } from "./fonts";

const color = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, "must be a colour such as #2f5d50")
  .nullable();
const colors = z
  .strictObject({
    primary: color.meta({
      description: "Of links and main buttons. It is made darker where white letters on it would be nearly legible",
    }),
    onPrimary: color.meta({ description: "Of letters on `primary`, which is made darker or lighter until they are legible" }),
    background: color,
    text: color,
  })
  .meta({ id: "BrandColors" });
const colorsInput = colors.partial().meta({ id: "BrandColorsInput" });

const logo = lazy(() =>
  z.strictObject({ assetId: z.string().nullable(), url: z.string().nullable(), altText: z.string() }).meta({
    id: "BrandLogo",
    description: "An asset of ours. An image at an address elsewhere is not loaded by pages, which show the brand's name instead",
  }),
);

const logoInput = z
  .strictObject({
    assetId: text(1, 255).nullable().default(null),
    url: requiredUrl.nullable().default(null),
    altText: title.default(""),
  })
  .refine(({ assetId, url }) => assetId !== null || url !== null, {
    path: ["assetId"],
    params: { code: "required" },
    message: "is required, or url is",
  })
  .meta({ id: "BrandLogoInput" });

export const maxFontFiles = 4;
const fontAssetIds = z.array(text(1, 255)).max(maxFontFiles);

const darkModes = z.enum(["auto", "off"]);

export const brand = lazy(() =>
  z
    .strictObject({
      brandId: identifier,
      name: z.string(),
      colors,
      logo: logo().nullable(),
      darkLogo: logo().nullable().meta({ description: "In place of the logo in dark mode" }),
      font: brandFont.nullable().meta({ description: "An open font that comes with Foyer; null: the system's own" }),
      fontAssetIds: z.array(z.string()).meta({
        description:
          "A font of your own, in place of `font`: WOFF2 assets, a variable one or one for each weight. Weight and style are those that the files say",
      }),
      darkMode: darkModes.meta({ description: "`auto`: as the visitor prefers; `off`: always light" }),
      createdAt: timestamp,
      updatedAt: timestamp,
    })
    .meta({ id: "Brand" }),
);
export type Brand = Made<typeof brand>;

/** What of a brand can be changed; a field left out stays. */
export const brandContent = z
  .strictObject({
    name,
    colors: colorsInput,
    logo: logoInput.nullable(),
    darkLogo: logoInput.nullable(),
    font: brandFont.nullable(),
    fontAssetIds,
    darkMode: darkModes,
  })
  .partial();

export const listBrands = operation({
  tier: "extension",
  summary: "List brands, newest first",
  method: "GET",
  path: "/v0/brands",
  access: "brands:read",
  query: z.strictObject(paging),
  response: () => envelope(brand(), cappedCount),
  status: 200,
  errors: ["invalid_cursor"],
});

export const createBrand = operation({
  tier: "extension",
  summary: "Create a brand",
  description: "A colour that is left out or null is the default look's.",
  method: "POST",
  path: "/v0/brands",
  access: "brands:write",
  body: z.strictObject({
    name,
    colors: colorsInput.default({}),
    logo: logoInput.nullable().default(null),
    darkLogo: logoInput.nullable().default(null),
    font: brandFont.nullable().default(null),
    fontAssetIds: fontAssetIds.default([]),
    darkMode: darkModes.default("auto"),
  }),
  response: brand,
  status: 201,
});

export const getBrand = operation({
  tier: "extension",
  summary: "Read a brand",
  method: "GET",
  path: "/v0/brands/{brand_id}",
  access: "brands:read",
  response: brand,
  status: 200,
  errors: ["not_found"],
});

export const updateBrand = operation({
  tier: "extension",
  summary: "Change a brand",
  description: "A colour that is left out stays, null clears it. A logo is replaced as a whole, null removes it.",
  method: "PATCH",
  path: "/v0/brands/{brand_id}",
  access: "brands:write",
  body: brandContent,
  response: brand,
  status: 200,
  guardedBy: "getBrand",
  errors: ["not_found"],
});

export const deleteBrand = operation({
  tier: "extension",
  summary: "Delete a brand",
  description: "Pages that name it have the default look from their next versions on; what is live stays as it was built.",
  method: "DELETE",
  path: "/v0/brands/{brand_id}",
  access: "brands:write",
  response: () => z.strictObject({ brandId: identifier, deleted: z.literal(true) }),
  status: 200,
  errors: ["not_found"],
});
