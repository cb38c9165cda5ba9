import * as z from "zod";
import { distinct, text, timestamp } from "../fields";
import { lazy, type Made } from "../lazy";
import { operation } from "../operation";
import { language } from "../pages/language";
import { timeZone } from "../time-zone";

const maxNetworks = 100;
const maxNetworkLength = 64;
const maxSynonymGroups = 200;
const maxSynonymsInGroup = 20;
const maxSynonymLength = 100;
const maxRawEventDays = 3_650;

const addressForms = [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()];
/** An IPv4 address that is written as one of IPv6, with fewer bits than are before it: that would be all of IPv4 and more. */
const beyondIpv4 = /^::ffff:[\d.]+\/(\d|[1-8]\d|9[0-5])$/i;
const network = text(1, maxNetworkLength)
  .refine(
    (value) => addressForms.some((form) => form.safeParse(value).success) && !beyondIpv4.test(value),
    "must be an IP address or a range such as 203.0.113.0/24 or 2001:db8::/32",
  )
  .meta({ maxLength: maxNetworkLength, examples: ["203.0.113.0/24"] });

/** Every setting with its values. One that is added here, and to `defaultSettings`, can be read and changed. */
const values = {
  recording: z.enum(["full", "anonymous", "off"]).meta({
    description: "What is kept of visits: all, nothing that identifies a visitor, or nothing",
  }),
  internalNetworks: distinct(z.array(network).max(maxNetworks)).meta({
    description: "Visits from these addresses are your own, and don't count",
  }),
  defaultLanguage: language.meta({
    description: "Of pages that name no language and whose texts don't tell it; in versions built from now on",
  }),
  timezone: timeZone.meta({
    description: "Decides which day a letter is dated; in versions built from now on",
    examples: ["Europe/Berlin"],
  }),
  synonyms: z
    .array(z.array(text(1, maxSynonymLength)).min(1).max(maxSynonymsInGroup))
    .max(maxSynonymGroups)
    .meta({
      description: "Groups of words, or phrases of up to three words, that mean the same in questions and topics",
      examples: [[["car park", "garage"]]],
    }),
  rawEventDays: z.int().min(1).max(maxRawEventDays).meta({ description: "How long the single events of visits are kept" }),
};

const settingValues = z.strictObject(values);
export type SettingValues = z.output<typeof settingValues>;

export const defaultSettings: SettingValues = {
  recording: "full",
  internalNetworks: [],
  defaultLanguage: "en",
  timezone: "UTC",
  synonyms: [],
  rawEventDays: 90,
};

export const settings = lazy(() =>
  z
    .strictObject({ ...values, updatedAt: timestamp.nullable().meta({ description: "Null until something was changed" }) })
    .meta({ id: "Settings" }),
);
export type Settings = Made<typeof settings>;

export const getSettings = operation({
  tier: "extension",
  summary: "Read the tenant's settings",
  method: "GET",
  path: "/v0/settings",
  access: "settings:read",
  response: settings,
  status: 200,
});

export const updateSettings = operation({
  tier: "extension",
  summary: "Change the tenant's settings",
  description: "A setting that is left out stays. In effect within a second, on every process.",
  method: "PATCH",
  path: "/v0/settings",
  access: "settings:write",
  body: settingValues.partial(),
  response: settings,
  status: 200,
});
