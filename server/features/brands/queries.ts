import { type Brand, toTimestamp } from "../../../contract";
import type { WriteContext } from "../../context";
import { pagesChanged } from "../../events/pages-changed";
import type { BrandFontFile, PageBrand } from "../../rendering";
import { columns, integer, optionalText, type RowOf, text } from "../../storage/columns";
import type { Reader } from "../../storage/port";
import { nothing, sql, type Value } from "../../storage/sql";

const brandColumns = columns({
  brand_id: text,
  name: text,
  /** JSON, as is `logo`. */
  colors: text,
  logo: optionalText,
  /** JSON: what was added to brands later. */
  look: text,
  created_at: integer,
  updated_at: integer,
});
export type BrandRow = RowOf<typeof brandColumns>;
const changeableColumns = brandColumns.only("name", "colors", "logo", "look", "updated_at");

export const noColors: Brand["colors"] = { primary: null, onPrimary: null, background: null, text: null };

/** `fonts`: what the files of `fontAssetIds` were read as. */
export type Look = Pick<Brand, "darkLogo" | "darkMode" | "font" | "fontAssetIds"> & { fonts: BrandFontFile[] };
const noLook: Look = { darkLogo: null, font: null, darkMode: "auto", fontAssetIds: [], fonts: [] };

export function toBrand(row: BrandRow): Brand {
  const { fonts: _, ...look } = lookOf(row);
  return {
    brandId: row.brand_id,
    name: row.name,
    colors: { ...noColors, ...JSON.parse(row.colors) },
    logo: row.logo === null ? null : JSON.parse(row.logo),
    ...look,
    createdAt: toTimestamp(row.created_at),
    updatedAt: toTimestamp(row.updated_at),
  };
}

/** As the documents of pages have it. */
export function toPageBrand(row: BrandRow): PageBrand & Pick<Brand, "darkLogo" | "darkMode" | "font" | "colors"> {
  const { name, colors, logo, darkLogo, darkMode, font } = toBrand(row);
  const { fonts } = lookOf(row);
  return { name, colors, logo, darkLogo, darkMode, font, ...(fonts.length > 0 && { fonts }) };
}

function lookOf(row: BrandRow): Look {
  return { ...noLook, ...JSON.parse(row.look) };
}

export function findBrand(db: Reader, tenantId: string, brandId: string): Promise<BrandRow | undefined> {
  return db.first(sql`SELECT ${brandColumns.names} FROM brands WHERE tenant_id = ${tenantId} AND brand_id = ${brandId}`);
}

/** Locks the row until the end of the transaction. */
export function findBrandToChange(ctx: WriteContext, brandId: string): Promise<BrandRow | undefined> {
  return ctx.db.first(sql`
    SELECT ${brandColumns.names} FROM brands WHERE tenant_id = ${ctx.tenantId} AND brand_id = ${brandId} ${ctx.dialect.forUpdate}`);
}

/** The look of the tenant's notices where no page determines it. */
export function oldestBrand(db: Reader, tenantId: string): Promise<BrandRow | undefined> {
  return db.first(sql`SELECT ${brandColumns.names} FROM brands WHERE tenant_id = ${tenantId} ORDER BY brand_id LIMIT 1`);
}

export function newestBrands(db: Reader, tenantId: string, position: Value[] | undefined, limit: number): Promise<BrandRow[]> {
  const [last] = (position ?? []) as [string];
  const before = position === undefined ? nothing : sql`AND brand_id < ${last}`;
  return db.all(sql`
    SELECT ${brandColumns.names} FROM brands WHERE tenant_id = ${tenantId} ${before} ORDER BY brand_id DESC LIMIT ${limit}`);
}

export async function insertBrand(ctx: WriteContext, row: BrandRow): Promise<void> {
  await ctx.db.run(sql`
    INSERT INTO brands (tenant_id, ${brandColumns.names})
    VALUES (${ctx.tenantId}, ${brandColumns.values(row)})`);
  await pagesChanged(ctx, [ctx.tenantId]);
}

export async function updateBrandRow(ctx: WriteContext, row: BrandRow): Promise<void> {
  await ctx.db.run(sql`
    UPDATE brands SET ${changeableColumns.assignments(row)}
    WHERE tenant_id = ${ctx.tenantId} AND brand_id = ${row.brand_id}`);
  await pagesChanged(ctx, [ctx.tenantId]);
}

export async function deleteBrandRow(ctx: WriteContext, brandId: string): Promise<boolean> {
  const deleted = await ctx.db.run(sql`DELETE FROM brands WHERE tenant_id = ${ctx.tenantId} AND brand_id = ${brandId}`);
  await Promise.all([
    ctx.db.run(sql`
      UPDATE pages SET content_changed_at = ${ctx.now} WHERE tenant_id = ${ctx.tenantId} AND brand_id = ${brandId}`),
    pagesChanged(ctx, [ctx.tenantId]),
  ]);
  return deleted === 1;
}
