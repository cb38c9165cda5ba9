import type { Handler } from "../../context";
import { addEntry } from "./entries/change-entries";

export const createTopicEntry: Handler<"createTopicEntry"> = (ctx, { params, body }) => addEntry(ctx, params.topic_id, body);
