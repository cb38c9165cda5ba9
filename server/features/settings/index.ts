export { createSettingsCache, type SettingsCache } from "./settings-cache";
