export { unsavedBrand } from "./changed-brand";
export { type BrandRow, findBrand, oldestBrand, toPageBrand } from "./queries";
