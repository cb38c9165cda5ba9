import { guarded, type Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { isEdited } from "../../records/edited-at";
import { notFound } from "../../records/problem";
import { defaultTopicRemoved } from "../tenants";
import {
  bytesWithoutEntries,
  findTopicToChange,
  lockTopic,
  type TopicRow,
  toTopic,
  toTopicWithoutEntries,
  updateTopicRow,
} from "./queries";

export const updateTopic: Handler<"updateTopic"> = guarded(lockTopic, async (ctx, { params, body }) => {
  const row = await findTopicToChange(ctx, params.topic_id);
  if (!row) throw notFound();
  const changed: TopicRow = {
    ...row,
    title: body.title ?? row.title,
    sort_order: body.sortOrder ?? row.sort_order,
    purpose: body.purpose === undefined ? row.purpose : body.purpose,
    is_default: body.isDefault === undefined ? row.is_default : Number(body.isDefault),
    updated_at: ctx.now,
  };
  if (!isEdited(row, changed)) return toTopic(ctx, row);
  changed.bytes += bytesWithoutEntries(changed) - bytesWithoutEntries(row);
  await Promise.all([
    changed.is_default < row.is_default && defaultTopicRemoved(ctx),
    updateTopicRow(ctx, changed),
    recordEvent(ctx, "topic.updated", row.topic_id, toTopicWithoutEntries(changed)),
  ]);
  return toTopic(ctx, changed);
});
