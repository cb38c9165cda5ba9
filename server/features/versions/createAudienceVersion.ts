import { Existing, type Handler } from "../../context";
import { Problem } from "../../records/problem";
import { holdAudience, saveLives } from "../publishing";
import { findVersionByKey, toVersion } from "./queries";

export const createAudienceVersion: Handler<"createAudienceVersion"> = async (ctx, { params, body }) => {
  // Held by one transaction at a time: of many repeats of a key one creates, the others find.
  const life = await holdAudience(ctx, params);
  const { operationKey, publish } = body;
  const known = operationKey === undefined ? undefined : await findVersionByKey(ctx, params.audience_id, operationKey);
  if (known) return new Existing(toVersion(known));
  if (life.audience.archived_at !== null) throw new Problem("audience_archived");
  const version = life.add({ operationKey, publish });
  await saveLives(ctx, [life]);
  return toVersion(version);
};
