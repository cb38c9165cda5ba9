import type { Handlers } from "../context";
import { accountHandlers } from "./accounts";
import { apiKeyHandlers } from "./api-keys";
import { brandHandlers } from "./brands";
import { eventHandlers } from "./events";
import { formHandlers } from "./forms";
import { pageHandlers } from "./pages";
import { personHandlers } from "./persons";
import { topicHandlers } from "./topics";

export const handlers: Handlers = {
  ...accountHandlers,
  ...apiKeyHandlers,
  ...brandHandlers,
  ...eventHandlers,
  ...formHandlers,
  ...pageHandlers,
  ...personHandlers,
  ...topicHandlers,
};
