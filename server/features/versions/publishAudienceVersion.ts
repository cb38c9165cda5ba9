import { canHappen } from "../../../contract";
import type { Handler } from "../../context";
import { Problem } from "../../records/problem";
import { lockAudience, renderKept, saveLives, versionOf } from "../publishing";
import { toVersion } from "./queries";

export const publishAudienceVersion: Handler<"publishAudienceVersion"> = async (ctx, { params }) => {
  const life = await lockAudience(ctx, params);
  const version = await versionOf(life, params.version_id);
  if (life.audience.archived_at !== null) throw new Problem("audience_archived");
  if (!canHappen("publish", version.status) || !(await renderKept(ctx, version))) {
    throw new Problem("version_not_publishable", { detail: `The version is ${version.status}` });
  }
  const live = await versionOf(life, life.audience.published_version_id);
  const published = life.publish(version, live);
  await saveLives(ctx, [life]);
  return toVersion(published);
};
