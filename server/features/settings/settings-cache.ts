import type { SettingValues } from "../../../contract";
import { LookupCache } from "../../caching/lookup-cache";
import type { Writing } from "../../context";
import type { Database } from "../../storage/port";
import { findSettings, toSettingValues } from "./queries";

const channel = "settings";
const maxCached = 10_000;

/** Tells every process, once it is committed. */
export async function settingsChanged({ db, tenantId }: Pick<Writing, "db" | "tenantId">): Promise<void> {
  await db.signal(channel, tenantId);
}

/** The settings of tenants, in memory and up to date: not a promise once they are known. */
export interface SettingsCache {
  of(tenantId: string): SettingValues | Promise<SettingValues>;
  close(): void;
}

export function createSettingsCache(db: Database): SettingsCache {
  const cache = new LookupCache<SettingValues>(maxCached);
  const close = db.listen(
    channel,
    (tenantId) => cache.drop(tenantId),
    () => cache.clear(),
  );
  return {
    of(tenantId) {
      const read = async () => toSettingValues(await findSettings(db, tenantId));
      // A tenant always has settings, at least the defaults.
      return cache.find(tenantId, read) as SettingValues | Promise<SettingValues>;
    },
    close,
  };
}
