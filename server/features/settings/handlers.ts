export { getSettings } from "./getSettings";
export { updateSettings } from "./updateSettings";
