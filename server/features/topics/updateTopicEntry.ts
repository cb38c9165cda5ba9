import type { Handler } from "../../context";
import { changeEntry } from "./change-entries";

export const updateTopicEntry: Handler<"updateTopicEntry"> = (ctx, { params, body }) =>
  changeEntry(ctx, params.topic_id, params.entry_id, () => body);
