export { insertBuiltInForm } from "./built-in";
export { type FormRow, findForm, formsById, toForm } from "./queries";
