import type { Handlers } from "../context";
import { accountHandlers } from "./accounts";
import { apiKeyHandlers } from "./api-keys";
import { eventHandlers } from "./events";
import { pageHandlers } from "./pages";
import { personHandlers } from "./persons";
import { topicHandlers } from "./topics";

export const handlers: Handlers = {
  ...accountHandlers,
  ...apiKeyHandlers,
  ...eventHandlers,
  ...pageHandlers,
  ...personHandlers,
  ...topicHandlers,
};
