export { createBrand } from "./createBrand";
export { deleteBrand } from "./deleteBrand";
export { getBrand } from "./getBrand";
export { listBrands } from "./listBrands";
export { updateBrand } from "./updateBrand";
