import { defaultSettings, type Settings, type SettingValues, toOptionalTimestamp } from "../../../contract";
import type { Writing } from "../../context";
import type { Reader } from "../../storage/port";
import { nothing, type Sql, sql } from "../../storage/sql";

interface SettingsRow {
  /** JSON, of the settings that were ever changed. */
  setting_values: string;
  updated_at: number;
}

export function toSettings(row: SettingsRow | undefined): Settings {
  return { ...toSettingValues(row), updatedAt: toOptionalTimestamp(row?.updated_at ?? null) };
}

export function toSettingValues(row: SettingsRow | undefined): SettingValues {
  return { ...defaultSettings, ...(JSON.parse(row?.setting_values ?? "{}") as Partial<SettingValues>) };
}

export function findSettings(db: Reader, tenantId: string, lock: Sql = nothing): Promise<SettingsRow | undefined> {
  return db.first(sql`SELECT setting_values, updated_at FROM tenant_settings WHERE tenant_id = ${tenantId} ${lock}`);
}

export async function settingsOf(db: Reader, tenantId: string): Promise<SettingValues> {
  return toSettingValues(await findSettings(db, tenantId));
}

export async function saveSettings({ db, tenantId }: Writing, row: SettingsRow): Promise<void> {
  await db.run(sql`
    INSERT INTO tenant_settings (tenant_id, setting_values, updated_at) VALUES (${tenantId}, ${row.setting_values}, ${row.updated_at})
    ON CONFLICT (tenant_id) DO UPDATE SET setting_values = excluded.setting_values, updated_at = excluded.updated_at`);
}
