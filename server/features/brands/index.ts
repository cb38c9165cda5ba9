export { type BrandRow, findBrand, oldestBrand, toBrand } from "./queries";
