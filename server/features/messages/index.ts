import { createMessage } from "./createMessage";
import { listMessages } from "./listMessages";
import { restoreMessage } from "./restoreMessage";

export { addMessage } from "./add-message";

export const messageHandlers = { createMessage, listMessages, restoreMessage };
