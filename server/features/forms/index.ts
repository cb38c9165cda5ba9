import { createForm } from "./createForm";
import { deleteForm } from "./deleteForm";
import { getForm } from "./getForm";
import { listForms } from "./listForms";
import { updateForm } from "./updateForm";

export { insertBuiltInForm } from "./built-in";
export { type FormRow, findForm, formsById, toForm } from "./queries";

export const formHandlers = {
  createForm,
  deleteForm,
  getForm,
  listForms,
  updateForm,
};
