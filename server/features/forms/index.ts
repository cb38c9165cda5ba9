export { insertBuiltInForm } from "./built-in";
export { changeOtherPagesWithForm } from "./pages-with-form";
export { type FormRow, findForm, formsById, toForm } from "./queries";
