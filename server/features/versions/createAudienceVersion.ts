import { Existing, type Handler } from "../../context";
import { Problem } from "../../records/problem";
import { lockAudience, saveLives } from "../publishing";
import { findVersionByKey, toVersion } from "./queries";

export const createAudienceVersion: Handler<"createAudienceVersion"> = async (ctx, { params, body }) => {
  // Held by one transaction at a time: of many repeats of a key one creates, the others find.
  const life = await lockAudience(ctx, params);
  const { operationKey, publish } = body;
  const existing = operationKey === undefined ? undefined : await findVersionByKey(ctx, params.audience_id, operationKey);
  if (existing) return new Existing(toVersion(existing));
  if (life.audience.archived_at !== null) throw new Problem("audience_archived");
  const version = life.add({ operationKey, publish });
  await saveLives(ctx, [life]);
  return toVersion(version);
};
