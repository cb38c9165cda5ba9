import type { ComponentType } from "react";
import type { ListId } from "../client";
import type { Access } from "../contract";
import type { ReadId } from "./api/operations";
import type { IconName } from "./parts/icon";

/** A screen of the console: a file in `screens/` that exports `Screen`, and a line below. */
export interface ScreenEntry {
  /** Below /console; `$name` is a parameter. */
  path: string;
  /** The scope without which the screen would be empty. */
  needs?: Access;
  load(): Promise<{ Screen: ComponentType }>;
  /** What its `useList` reads without filters: asked for before the screen is there. */
  lists?: ListId & ReadId;
  /** How the navigation shows it; left out for a screen that another one leads to. */
  label?: string;
  icon?: IconName;
  group?: Group;
}

export const groups = ["", "Content", "People", "Setup"] as const;
export type Group = (typeof groups)[number];

export const screens: readonly ScreenEntry[] = [
  { path: "/", label: "Home", icon: "home", group: "", load: () => import("./screens/home") },
  {
    path: "/visits",
    label: "Visits",
    icon: "eye",
    group: "",
    needs: "sessions:read",
    load: () => import("./screens/visits/visits"),
  },
  {
    path: "/figures",
    label: "Figures",
    icon: "figures",
    group: "",
    needs: "sessions:read",
    load: () => import("./screens/visits/figures"),
  },
  {
    path: "/leads",
    label: "Leads",
    icon: "check",
    group: "",
    needs: "form_submissions:read",
    load: () => import("./screens/visits/leads"),
    lists: "listFormSubmissions",
  },
  {
    path: "/questions",
    label: "Questions",
    icon: "question",
    group: "",
    needs: "questions:read",
    load: () => import("./screens/visits/questions"),
  },
  {
    path: "/pages",
    label: "Pages",
    icon: "page",
    group: "Content",
    needs: "pages:read",
    load: () => import("./screens/pages/pages"),
  },
  { path: "/pages/$pageId", needs: "pages:read", load: () => import("./screens/pages/page") },
  { path: "/pages/$pageId/audiences/$audienceId", needs: "audiences:read", load: () => import("./screens/audiences/audience") },
  {
    path: "/topics",
    label: "Topics",
    icon: "topic",
    group: "Content",
    needs: "topics:read",
    load: () => import("./screens/pages/topics"),
  },
  { path: "/topics/$topicId", needs: "topics:read", load: () => import("./screens/pages/topic") },
  {
    path: "/brands",
    label: "Brands",
    icon: "brand",
    group: "Content",
    needs: "brands:read",
    load: () => import("./screens/pages/brands"),
  },
  {
    path: "/forms",
    label: "Forms",
    icon: "form",
    group: "Content",
    needs: "forms:read",
    load: () => import("./screens/pages/forms"),
  },
  {
    path: "/assets",
    label: "Assets",
    icon: "asset",
    group: "Content",
    needs: "assets:read",
    load: () => import("./screens/pages/assets"),
  },
  {
    path: "/audiences",
    label: "Audiences",
    icon: "audience",
    group: "People",
    needs: "audiences:read",
    load: () => import("./screens/audiences/audiences"),
    lists: "listTenantAudiences",
  },
  {
    path: "/persons",
    label: "Persons",
    icon: "person",
    group: "People",
    needs: "persons:read",
    load: () => import("./screens/people/persons"),
    lists: "listPersons",
  },
  { path: "/persons/$personId", needs: "persons:read", load: () => import("./screens/people/person") },
  {
    path: "/accounts",
    label: "Accounts",
    icon: "account",
    group: "People",
    needs: "accounts:read",
    load: () => import("./screens/people/accounts"),
    lists: "listAccounts",
  },
  { path: "/accounts/$accountId", needs: "accounts:read", load: () => import("./screens/people/account") },
  {
    path: "/import",
    label: "Import",
    icon: "upload",
    group: "People",
    needs: "persons:write",
    load: () => import("./screens/audiences/import"),
  },
  {
    path: "/links",
    label: "Links",
    icon: "link",
    group: "Setup",
    needs: "page_links:read",
    load: () => import("./screens/pages/links"),
    lists: "listPageLinks",
  },
  {
    path: "/domains",
    label: "Domains",
    icon: "domain",
    group: "Setup",
    needs: "domains:read",
    load: () => import("./screens/pages/domains"),
  },
  {
    path: "/webhooks",
    label: "Webhooks",
    icon: "webhook",
    group: "Setup",
    needs: "webhook_subscriptions:read",
    load: () => import("./screens/events/webhooks"),
  },
  {
    path: "/webhooks/$subscriptionId",
    needs: "webhook_subscriptions:read",
    load: () => import("./screens/events/webhook"),
  },
  {
    path: "/settings",
    label: "Settings",
    icon: "settings",
    group: "Setup",
    needs: "settings:read",
    load: () => import("./screens/installation/settings"),
  },
  {
    path: "/keys",
    label: "API keys",
    icon: "key",
    group: "Setup",
    needs: "api_keys:read",
    load: () => import("./screens/installation/keys"),
  },
  {
    path: "/jobs",
    label: "Failed jobs",
    icon: "restore",
    group: "Setup",
    needs: "jobs:read",
    load: () => import("./screens/installation/jobs"),
  },
  {
    path: "/events",
    label: "Events",
    icon: "event",
    group: "Setup",
    needs: "events:read",
    load: () => import("./screens/events/events"),
    lists: "listEvents",
  },
];
