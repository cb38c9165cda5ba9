import type { Input, Operations } from "../../../contract";
import { guardedAs, type Handler, type WriteContext } from "../../context";
import { notFound } from "../../records/problem";
import { changeAudience } from "./changes/change-audience";
import { findAudienceToChange } from "./queries";

export const updateAudience: Handler<"updateAudience"> = guardedAs(lockedAudience, async (ctx, { params, body }) => {
  const row = await findAudienceToChange(ctx, params.page_id, params.audience_id);
  if (!row) throw notFound();
  const { audience } = await changeAudience(ctx, row, body, { role: "user" });
  return audience;
});

/** Before its tag is compared: what others change in between would not be seen. */
async function lockedAudience(ctx: WriteContext, { params }: Input<Operations["updateAudience"]>) {
  await findAudienceToChange(ctx, params.page_id, params.audience_id);
  return params;
}
