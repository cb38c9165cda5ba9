export const resources = [
  "accounts",
  "api_keys",
  "assets",
  "audiences",
  "brands",
  "domains",
  "events",
  "form_submissions",
  "forms",
  "jobs",
  "page_links",
  "pages",
  "persons",
  "questions",
  "sessions",
  "settings",
  "topics",
  "webhook_subscriptions",
] as const;

export type Access = `${(typeof resources)[number]}:${"read" | "write"}`;
export type Scope = "*" | Access;
export const scopes = ["*", ...resources.flatMap((resource) => [`${resource}:read`, `${resource}:write`] as const)] as const;
