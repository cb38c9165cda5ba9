export { createBrand } from "./createBrand";
export { getBrand } from "./getBrand";
export { listBrands } from "./listBrands";
export { updateBrand } from "./updateBrand";
