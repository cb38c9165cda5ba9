import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { addToArchivedCount } from "../pages";
import { lockAudience, saveLives } from "../publishing";
import { wholeAudience } from "./reading/whole-audiences";

export const restoreAudience: Handler<"restoreAudience"> = async (ctx, { params }) => {
  const life = await lockAudience(ctx, params);
  if (life.audience.archived_at === null) return wholeAudience(ctx, params.audience_id);
  life.restore();
  await Promise.all([saveLives(ctx, [life]), addToArchivedCount(ctx, params.page_id, -1)]);
  const audience = await wholeAudience(ctx, params.audience_id);
  await recordEvent(ctx, "audience.restored", audience.audienceId, audience);
  return audience;
};
