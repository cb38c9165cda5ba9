import { Existing, type Handler } from "../../context";
import { Problem } from "../../records/problem";
import { lockAudience, saveLives } from "../publishing";
import { findVersionByKey, toVersion } from "./queries";

export const createAudienceVersion: Handler<"createAudienceVersion"> = async (ctx, { params, body }) => {
  // The lock makes sure that only one of several requests with the same operationKey creates a version.
  const life = await lockAudience(ctx, params);
  const { operationKey, publish } = body;
  const existing = operationKey === undefined ? undefined : await findVersionByKey(ctx, params.audience_id, operationKey);
  if (existing) return new Existing(toVersion(existing));
  if (life.audience.archived_at !== null) throw new Problem("audience_archived");
  const version = life.add({ operationKey, publish });
  await saveLives(ctx, [life]);
  return toVersion(version);
};
