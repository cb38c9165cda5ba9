export { insertBuiltInForm } from "./built-in";
export { changeOtherPagesWithForm } from "./pages-with-form";
export { type FormRow, formsById, toForm } from "./queries";
