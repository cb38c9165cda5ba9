export { type BrandRow, findBrand, oldestBrand, toBrand, toPageBrand } from "./queries";
