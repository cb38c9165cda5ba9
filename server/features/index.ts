import type { Handlers } from "../context";
import { accountHandlers } from "./accounts";
import { apiKeyHandlers } from "./api-keys";
import { eventHandlers } from "./events";
import { personHandlers } from "./persons";
import { topicHandlers } from "./topics";

export const handlers: Handlers = {
  ...accountHandlers,
  ...apiKeyHandlers,
  ...eventHandlers,
  ...personHandlers,
  ...topicHandlers,
};
