import { canHappen } from "../../../contract";
import type { Handler } from "../../context";
import { Problem } from "../../records/problem";
import { lockAudience, saveLives, versionOf } from "../publishing";
import { toVersion } from "./queries";

export const cancelAudienceVersion: Handler<"cancelAudienceVersion"> = async (ctx, { params }) => {
  const life = await lockAudience(ctx, params);
  const version = await versionOf(life, params.version_id);
  if (version.status === "cancelled") return toVersion(version);
  if (!canHappen("cancel", version.status)) {
    throw new Problem("version_not_cancellable", { detail: `The version is ${version.status}` });
  }
  const cancelled = life.cancel(version, "It was cancelled");
  await saveLives(ctx, [life]);
  return toVersion(cancelled);
};
