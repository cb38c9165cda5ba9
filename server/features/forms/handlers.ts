export { createForm } from "./createForm";
export { deleteForm } from "./deleteForm";
export { getForm } from "./getForm";
export { listForms } from "./listForms";
export { updateForm } from "./updateForm";
