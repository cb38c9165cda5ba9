import { guarded, type Handler } from "../../context";
import { changeEntry } from "./entries/change-entries";
import { lockTopic } from "./queries";

export const updateTopicEntry: Handler<"updateTopicEntry"> = guarded(lockTopic, (ctx, { params, body }) =>
  changeEntry(ctx, params.topic_id, params.entry_id, () => body),
);
