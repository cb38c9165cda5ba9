export { addMessage } from "./add-message";
