import { resolve } from "node:path";
import { defaultMaxUploadBytes } from "../contract";
import type { ModelConfig } from "./answers/model/writer";
import { isDamaged } from "./features/api-keys";
import type { S3Config } from "./files/s3";
import { isNetwork } from "./network/networks";
import type { OutgoingRules } from "./outgoing/outgoing-rules";
import { type AddressRange, parseRange } from "./outgoing/public-address";
import { runtimeOptions } from "./startup/runtime-options";
import { defaultCacheBytes, maxCacheBytes } from "./visitors/page-cache/page-cache";

export const defaultKeptVersions = 10;

export interface Config {
  host: string;
  port: number;
  pagesPort: number;
  dataFolder: string;
  databaseUrl: string | undefined;
  apiKey: string | undefined;
  rateLimit: number;
  /** Addresses and ranges of proxies whose word about the client's address is taken. */
  trustedProxies: readonly string[];
  /** Undefined: derived from host and port. */
  publicUrl: string | undefined;
  pagesUrl: string | undefined;
  maxUploadBytes: number;
  pageCacheBytes: number;
  keptVersions: number;
  /** Undefined: a file in the data folder. */
  secret: string | undefined;
  outgoingRules: OutgoingRules;
  /** Undefined: files are stored in the data folder. */
  s3: S3Config | undefined;
  /** Undefined: questions are answered with quotations. */
  model: ModelConfig | undefined;
}

interface Setting {
  name: string;
  fallback: string;
  about: string;
  /** Describes valid values, for error messages and the list of settings. */
  expected: string;
  isValid(value: string): boolean;
}

const bytesPerMb = 1_048_576;
const isPort = (value: string) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535;
const maxPageCacheMb = Math.floor(maxCacheBytes / bytesPerMb);
const maxUploadLimit = 5 * 1_024 ** 3;
const isWebUrl = (value: string) => /^https?:\/\/[^/]+\/?$/.test(value) && URL.canParse(value);

const isCount = (value: string) => /^\d{1,12}$/.test(value);

const listOf = (value: string) => value.split(/[\s,]+/).filter((item) => item !== "");

export const settings = [
  {
    name: "HOST",
    fallback: "127.0.0.1",
    about: "where to listen",
    expected: "an address or host name",
    isValid: (value) => value !== "",
  },
  { name: "PORT", fallback: "8080", about: "API and reference", expected: "0 to 65535", isValid: isPort },
  { name: "PAGES_PORT", fallback: "8081", about: "pages for visitors", expected: "0 to 65535", isValid: isPort },
  {
    name: "FOYER_DATA",
    fallback: "./data",
    about: "folder of database and files",
    expected: "a path",
    isValid: (value) => value !== "",
  },
  {
    name: "DATABASE_URL",
    fallback: "",
    about: "PostgreSQL instead of SQLite in the data folder",
    expected: "postgres://user:password@host:port/database",
    isValid: (value) => value === "" || (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value)),
  },
  {
    name: "FOYER_API_KEY",
    fallback: "",
    about: "the first key, instead of a generated one",
    expected: "32 characters or more, printable ASCII without spaces, and if it is a key Foyer made, undamaged",
    isValid: (value) => value === "" || (/^[\x21-\x7e]{32,}$/.test(value) && !isDamaged(value)),
  },
  {
    name: "FOYER_RATE_LIMIT",
    fallback: "1000",
    about: "requests a second for each key, 0 is off",
    expected: "a whole number from 0",
    isValid: (value) => /^\d{1,9}$/.test(value),
  },
  {
    name: "FOYER_TRUSTED_PROXIES",
    fallback: "",
    about: "proxies before this service, which say whose request it is",
    expected: "IP addresses and ranges such as 10.0.0.0/8, separated by commas",
    isValid: (value) => listOf(value).every(isNetwork),
  },
  {
    name: "PUBLIC_URL",
    fallback: "",
    about: "how the outside sees the API",
    expected: "http(s)://host[:port], without a path",
    isValid: (value) => value === "" || isWebUrl(value),
  },
  {
    name: "PAGES_URL",
    fallback: "",
    about: "how the outside sees the pages",
    expected: "http(s)://host[:port], without a path",
    isValid: (value) => value === "" || isWebUrl(value),
  },
  {
    name: "FOYER_MAX_UPLOAD_BYTES",
    fallback: String(defaultMaxUploadBytes),
    about: "how large an uploaded file may be",
    expected: `1 to ${maxUploadLimit}`,
    isValid: (value) => /^\d{1,10}$/.test(value) && Number(value) >= 1 && Number(value) <= maxUploadLimit,
  },
  {
    name: "FOYER_PAGE_CACHE_MB",
    fallback: String(defaultCacheBytes / bytesPerMb),
    about: "memory for pages that visitors come back to, 0 is none",
    expected: `a whole number up to ${maxPageCacheMb}`,
    isValid: (value) => /^\d{1,4}$/.test(value) && Number(value) <= maxPageCacheMb,
  },
  {
    name: "FOYER_KEPT_VERSIONS",
    fallback: String(defaultKeptVersions),
    about: "how many replaced versions of an audience can be gone back to",
    expected: "a whole number from 0 to 1000",
    isValid: (value) => /^\d{1,4}$/.test(value) && Number(value) <= 1_000,
  },
  {
    name: "FOYER_SECRET",
    fallback: "",
    about: "encrypts what is stored of secrets, the same on every node, instead of a generated one in the data folder",
    expected: "32 characters or more, printable ASCII without spaces",
    isValid: (value) => value === "" || /^[\x21-\x7e]{32,}$/.test(value),
  },
  {
    name: "FOYER_WEBHOOK_HTTP",
    fallback: "",
    about: "webhooks without TLS",
    expected: "allow, or nothing",
    isValid: (value) => value === "" || value === "allow",
  },
  {
    name: "FOYER_WEBHOOK_PORTS",
    fallback: "",
    about: "ports of webhooks beside 80, 443 and 8443",
    expected: "* for all, or numbers between commas",
    isValid: (value) => value === "" || value === "*" || value.split(",").every((port) => isPort(port.trim())),
  },
  {
    name: "FOYER_WEBHOOK_NETWORKS",
    fallback: "",
    about: "ranges that are not public and where webhooks may go nevertheless",
    expected: "such as 127.0.0.0/8,10.1.0.0/16",
    isValid: (value) => value === "" || value.split(",").every((range) => parseRange(range.trim()) !== undefined),
  },
  s3Setting("FOYER_S3_BUCKET", "bucket for files, instead of the data folder", "a bucket's name", /^[A-Za-z0-9._-]{1,255}$/),
  {
    name: "FOYER_S3_ENDPOINT",
    fallback: "",
    about: "where the bucket is",
    expected: "http(s)://host[:port], without a path, and set when the other FOYER_S3_… are",
    isValid: (value) => value === "" || isWebUrl(value),
  },
  s3Setting("FOYER_S3_REGION", "region of the bucket", "a region's name", /^[A-Za-z0-9-]{1,64}$/),
  s3Setting("FOYER_S3_ACCESS_KEY_ID", "who we are there", "printable ASCII without spaces", /^[\x21-\x7e]+$/),
  s3Setting("FOYER_S3_SECRET_ACCESS_KEY", "and what proves it", "printable ASCII without spaces", /^[\x21-\x7e]+$/),
  {
    name: "LLM_BASE_URL",
    fallback: "",
    about: "an OpenAI-compatible endpoint that writes answers from a page's topics",
    expected: "http(s)://host[:port][/path], such as http://127.0.0.1:11434/v1, and set when another LLM_… is",
    isValid: (value) => value === "" || (/^https?:\/\/[^/?#\s]+(\/[^?#\s]*)?$/.test(value) && URL.canParse(value)),
  },
  {
    name: "LLM_MODEL",
    fallback: "",
    about: "which model it is to use",
    expected: "a model's name, and set when another LLM_… is",
    isValid: (value) => value.length <= 255,
  },
  {
    name: "LLM_EMBEDDING_MODEL",
    fallback: "",
    about: "which model gives passages and questions vectors, so that they are also found by what they mean",
    expected: "a model's name",
    isValid: (value) => value.length <= 255,
  },
  {
    name: "LLM_API_KEY",
    fallback: "",
    about: "who we are there, if it asks",
    expected: "printable ASCII without spaces",
    isValid: (value) => /^[\x21-\x7e]*$/.test(value),
  },
  {
    name: "LLM_TOKENS_PER_TENANT",
    fallback: "1000000",
    about: "how many tokens of the model a tenant may use in a day",
    expected: "a whole number from 0",
    isValid: isCount,
  },
  {
    name: "LLM_TOKENS_PER_AUDIENCE",
    fallback: "100000",
    about: "how many of them an audience may use in a day",
    expected: "a whole number from 0",
    isValid: isCount,
  },
] as const satisfies readonly Setting[];

type SettingName = (typeof settings)[number]["name"];
type S3Name = Extract<SettingName, `FOYER_S3_${string}`>;

function s3Setting<Name extends string>(name: Name, about: string, form: string, pattern: RegExp) {
  const expected = `${form}, and set when the other FOYER_S3_… are`;
  return { name, fallback: "", about, expected, isValid: (value: string) => value === "" || pattern.test(value) };
}

/** Reads all settings. The error names every wrong one. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const wrong = new Set<string>();
  const value = (name: SettingName, isNeeded = false): string => {
    const setting = settings.find((candidate) => candidate.name === name) as Setting;
    const given = environment[name]?.trim() || setting.fallback;
    if (!setting.isValid(given) || (isNeeded && given === "")) wrong.add(`${name} must be ${setting.expected}`);
    return given;
  };
  const wantsS3 = settings.some(({ name }) => name.startsWith("FOYER_S3_") && environment[name]?.trim());
  const s3Value = (name: S3Name) => value(name, wantsS3);
  const wantsModel = settings.some(({ name }) => name.startsWith("LLM_") && environment[name]?.trim());
  const config: Config = {
    host: value("HOST"),
    port: Number(value("PORT")),
    pagesPort: Number(value("PAGES_PORT")),
    dataFolder: resolve(value("FOYER_DATA")),
    databaseUrl: value("DATABASE_URL") || undefined,
    apiKey: value("FOYER_API_KEY") || undefined,
    rateLimit: Number(value("FOYER_RATE_LIMIT")),
    trustedProxies: listOf(value("FOYER_TRUSTED_PROXIES")),
    publicUrl: value("PUBLIC_URL").replace(/\/$/, "") || undefined,
    pagesUrl: value("PAGES_URL").replace(/\/$/, "") || undefined,
    maxUploadBytes: Number(value("FOYER_MAX_UPLOAD_BYTES")),
    pageCacheBytes: Number(value("FOYER_PAGE_CACHE_MB")) * bytesPerMb,
    keptVersions: Number(value("FOYER_KEPT_VERSIONS")),
    secret: value("FOYER_SECRET") || undefined,
    outgoingRules: {
      http: value("FOYER_WEBHOOK_HTTP") === "allow",
      ports: portsIn(value("FOYER_WEBHOOK_PORTS")),
      networks: rangesIn(value("FOYER_WEBHOOK_NETWORKS")),
    },
    s3: wantsS3
      ? {
          bucket: s3Value("FOYER_S3_BUCKET"),
          endpoint: s3Value("FOYER_S3_ENDPOINT"),
          region: s3Value("FOYER_S3_REGION"),
          accessKeyId: s3Value("FOYER_S3_ACCESS_KEY_ID"),
          secretAccessKey: s3Value("FOYER_S3_SECRET_ACCESS_KEY"),
        }
      : undefined,
    model: wantsModel
      ? {
          baseUrl: value("LLM_BASE_URL", true).replace(/\/+$/, ""),
          model: value("LLM_MODEL", true),
          embeddingModel: value("LLM_EMBEDDING_MODEL") || undefined,
          apiKey: value("LLM_API_KEY") || undefined,
          tokensPerTenant: Number(value("LLM_TOKENS_PER_TENANT")),
          tokensPerAudience: Number(value("LLM_TOKENS_PER_AUDIENCE")),
        }
      : undefined,
  };
  // 0 is any port that is free.
  if (config.port === config.pagesPort && config.port !== 0)
    wrong.add(`PAGES_PORT must be another port than PORT, ${config.port}`);
  if (wrong.size > 0) throw new WrongConfig([...wrong]);
  return config;
}

/** What is set under a name that looks like a setting's, and is none. */
export function unknownSettings(environment: Record<string, string | undefined> = process.env): string[] {
  const isKnown = (name: string) => settings.some((setting) => setting.name === name);
  return Object.keys(environment).filter((name) => /^(FOYER|LLM)_/.test(name) && environment[name]?.trim() && !isKnown(name));
}

/** Those that `npm start` would have set. */
export function unsetRuntimeOptions(environment: Record<string, string | undefined> = process.env): string[] {
  return Object.entries(runtimeOptions).flatMap(([name, value]) => (Number(environment[name]) > 0 ? [] : `${name}=${value}`));
}

function portsIn(value: string): OutgoingRules["ports"] {
  return value === "*" ? "any" : value.split(",").filter(Boolean).map(Number);
}

function rangesIn(value: string): AddressRange[] {
  return value
    .split(",")
    .map((range) => parseRange(range.trim()))
    .filter((range) => range !== undefined);
}

export class WrongConfig extends Error {
  constructor(readonly wrong: readonly string[]) {
    super(wrong.join("\n"));
  }
}

export function describeSettings(): string {
  return settings
    .map(
      ({ name, fallback, about, expected }) =>
        `  ${name.padEnd(27)} ${about} (${expected}${fallback && `; default ${fallback}`})`,
    )
    .join("\n");
}
