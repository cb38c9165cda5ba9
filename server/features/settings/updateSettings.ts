import type { Handler } from "../../context";
import { pagesChanged } from "../../events/pages-changed";
import { recordEvent } from "../../events/record";
import { isEdited } from "../../records/edited-at";
import { defaultLanguageChanged } from "../tenants";
import { findSettings, saveSettings, toSettings } from "./queries";
import { settingsChanged } from "./settings-cache";

export const updateSettings: Handler<"updateSettings"> = async (ctx, { body }) => {
  // The row may not exist yet, so it can't be locked itself.
  await ctx.db.lock(`settings ${ctx.tenantId}`);
  const before = await findSettings(ctx.db, ctx.tenantId);
  const changes = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  const { setting_values } = before ?? { setting_values: "{}" };
  const changed = { setting_values: JSON.stringify({ ...JSON.parse(setting_values), ...changes }), updated_at: ctx.now };
  if (!isEdited({ ...changed, setting_values }, changed)) return toSettings(before);
  const settings = toSettings(changed);
  await Promise.all([
    settings.defaultLanguage !== toSettings(before).defaultLanguage && defaultLanguageChanged(ctx),
    saveSettings(ctx, changed),
    recordEvent(ctx, "settings.updated", ctx.tenantId, settings),
    settingsChanged(ctx),
    // After the settings, so that no page is made with them as they were. Pages tell their script whether it may keep anything.
    settings.recording !== toSettings(before).recording && pagesChanged(ctx, [ctx.tenantId]),
  ]);
  return settings;
};
