export { createMessage } from "./createMessage";
export { listMessages } from "./listMessages";
export { restoreMessage } from "./restoreMessage";
