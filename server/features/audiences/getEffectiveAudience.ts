import type { Handler } from "../../context";
import { TenantSlots } from "../../event-loop/tenant-slots";
import { notFound } from "../../records/problem";
import { addressOf, liveLinkOf } from "../page-links";
import { effectiveView, readInput } from "../publishing";
import { tenantName } from "../tenants";
import { findAudience } from "./reading/whole-audiences";

/** The largest page with its topics takes tens of megabytes while it is looked at. */
const slots = new TenantSlots(16, 2);

export const getEffectiveAudience: Handler<"getEffectiveAudience"> = (ctx, { params }) =>
  slots.run(ctx.tenantId, async () => {
    const { db, tenantId } = ctx;
    const [audience, input, link] = await Promise.all([
      findAudience(ctx, params.page_id, params.audience_id),
      readInput(db, tenantId, params.audience_id),
      liveLinkOf(db, tenantId, params.audience_id),
    ]);
    if (!audience || !input) throw notFound();
    return {
      audienceId: audience.audienceId,
      pageId: audience.pageId,
      ...(await effectiveView(ctx, input)),
      liveVersion: audience.publishedVersion,
      publicUrl: link ? addressOf(ctx.site, await tenantName(db, tenantId), link) : null,
    };
  });
