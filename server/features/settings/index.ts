export { settingsOf } from "./queries";
export { createSettingsCache, type SettingsCache } from "./settings-cache";
