import { canHappen } from "../../../contract";
import { type Handler, prepared } from "../../context";
import { Problem } from "../../records/problem";
import { lockAudience, type RenderedVersion, renderKept, renderVersion, saveLives, versionOf } from "../publishing";
import { toVersion } from "./queries";

/** Rendered before the transaction: a large page takes a while, in which nobody else could write on SQLite. */
export const publishAudienceVersion: Handler<"publishAudienceVersion"> = prepared<
  "publishAudienceVersion",
  RenderedVersion | undefined
>(
  (ctx, { params }) => renderVersion(ctx, params),
  async (ctx, { params }, rendered) => {
    const life = await lockAudience(ctx, params);
    const version = await versionOf(life, params.version_id);
    if (life.audience.archived_at !== null) throw new Problem("audience_archived");
    const refused = (detail: string) => new Problem("version_not_publishable", { detail });
    if (!canHappen("publish", version.status)) throw refused(`The version is ${version.status}`);
    if (!(await renderKept(ctx, version, rendered)))
      throw refused("The version was not built, or its document is no longer kept");
    const live = await versionOf(life, life.audience.published_version_id);
    const published = life.publish(version, live);
    await saveLives(ctx, [life]);
    return toVersion(published);
  },
);
