import type { Handler } from "../../context";
import { addEntry } from "./change-entries";

export const createTopicEntry: Handler<"createTopicEntry"> = (ctx, { params, body }) => addEntry(ctx, params.topic_id, body);
