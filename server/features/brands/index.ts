import { createBrand } from "./createBrand";
import { getBrand } from "./getBrand";
import { listBrands } from "./listBrands";
import { updateBrand } from "./updateBrand";

export { type BrandRow, findBrand, oldestBrand, toBrand } from "./queries";

export const brandHandlers = {
  createBrand,
  getBrand,
  listBrands,
  updateBrand,
};
