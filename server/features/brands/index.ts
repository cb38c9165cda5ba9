export { unsavedBrand } from "./changed-brand";
export { type BrandRow, findBrand, oldestBrand, toBrand, toPageBrand } from "./queries";
