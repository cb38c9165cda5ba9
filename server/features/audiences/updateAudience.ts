import { guarded, type Handler } from "../../context";
import { notFound } from "../../records/problem";
import { changeAudience } from "./changes/change-audience";
import { findAudienceToChange } from "./queries";

export const updateAudience: Handler<"updateAudience"> = guarded(
  (ctx, { params }) => findAudienceToChange(ctx, params.page_id, params.audience_id),
  async (ctx, { params, body }) => {
    const row = await findAudienceToChange(ctx, params.page_id, params.audience_id);
    if (!row) throw notFound();
    const { audience } = await changeAudience(ctx, row, body, { role: "user" });
    return audience;
  },
);
