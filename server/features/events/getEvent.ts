import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { findEvent, toEvent } from "./queries";

export const getEvent: Handler<"getEvent"> = async (ctx, { params }) => {
  const row = await findEvent(ctx, params.event_id);
  if (!row) throw notFound();
  return toEvent(row);
};
