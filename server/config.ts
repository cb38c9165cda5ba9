import { resolve } from "node:path";
import { defaultMaxUploadBytes } from "../contract";
import { isDamaged } from "./features/api-keys";
import type { S3Config } from "./files/s3";
import { defaultCacheBytes, maxCacheBytes } from "./visitors/page-cache/page-cache";

export interface Config {
  host: string;
  port: number;
  pagesPort: number;
  dataFolder: string;
  databaseUrl: string | undefined;
  apiKey: string | undefined;
  rateLimit: number;
  /** Undefined: derived from host and port. */
  publicUrl: string | undefined;
  pagesUrl: string | undefined;
  maxUploadBytes: number;
  pageCacheBytes: number;
  /** Undefined: files are stored in the data folder. */
  s3: S3Config | undefined;
}

interface Setting {
  name: string;
  fallback: string;
  about: string;
  /** Describes valid values, for error messages and the list of settings. */
  right: string;
  isRight(value: string): boolean;
}

const bytesPerMb = 1_048_576;
const isPort = (value: string) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535;
const maxPageCacheMb = Math.floor(maxCacheBytes / bytesPerMb);
const maxUploadLimit = 5 * 1_024 ** 3;
const isWebUrl = (value: string) => /^https?:\/\/[^/]+\/?$/.test(value) && URL.canParse(value);

export const settings = [
  {
    name: "HOST",
    fallback: "127.0.0.1",
    about: "where to listen",
    right: "an address or host name",
    isRight: (value) => value !== "",
  },
  { name: "PORT", fallback: "8080", about: "API and reference", right: "0 to 65535", isRight: isPort },
  { name: "PAGES_PORT", fallback: "8081", about: "pages for visitors", right: "0 to 65535", isRight: isPort },
  {
    name: "FOYER_DATA",
    fallback: "./data",
    about: "folder of database and files",
    right: "a path",
    isRight: (value) => value !== "",
  },
  {
    name: "DATABASE_URL",
    fallback: "",
    about: "PostgreSQL instead of SQLite in the data folder",
    right: "postgres://user:password@host:port/database",
    isRight: (value) => value === "" || (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value)),
  },
  {
    name: "FOYER_API_KEY",
    fallback: "",
    about: "the first key, instead of a generated one",
    right: "32 characters or more, printable ASCII without spaces, and if it is a key Foyer made, undamaged",
    isRight: (value) => value === "" || (/^[\x21-\x7e]{32,}$/.test(value) && !isDamaged(value)),
  },
  {
    name: "FOYER_RATE_LIMIT",
    fallback: "1000",
    about: "requests a second for each key, 0 is off",
    right: "a whole number from 0",
    isRight: (value) => /^\d{1,9}$/.test(value),
  },
  {
    name: "PUBLIC_URL",
    fallback: "",
    about: "how the outside sees the API",
    right: "http(s)://host[:port], without a path",
    isRight: (value) => value === "" || isWebUrl(value),
  },
  {
    name: "PAGES_URL",
    fallback: "",
    about: "how the outside sees the pages",
    right: "http(s)://host[:port], without a path",
    isRight: (value) => value === "" || isWebUrl(value),
  },
  {
    name: "FOYER_MAX_UPLOAD_BYTES",
    fallback: String(defaultMaxUploadBytes),
    about: "how large an uploaded file may be",
    right: `1 to ${maxUploadLimit}`,
    isRight: (value) => /^\d{1,10}$/.test(value) && Number(value) >= 1 && Number(value) <= maxUploadLimit,
  },
  {
    name: "FOYER_PAGE_CACHE_MB",
    fallback: String(defaultCacheBytes / bytesPerMb),
    about: "memory for pages that visitors come back to, 0 is none",
    right: `a whole number up to ${maxPageCacheMb}`,
    isRight: (value) => /^\d{1,4}$/.test(value) && Number(value) <= maxPageCacheMb,
  },
  s3Setting("FOYER_S3_BUCKET", "bucket for files, instead of the data folder", "a bucket's name", /^[A-Za-z0-9._-]{1,255}$/),
  {
    name: "FOYER_S3_ENDPOINT",
    fallback: "",
    about: "where the bucket is",
    right: "http(s)://host[:port], without a path, and set when the other FOYER_S3_… are",
    isRight: (value) => value === "" || isWebUrl(value),
  },
  s3Setting("FOYER_S3_REGION", "region of the bucket", "a region's name", /^[A-Za-z0-9-]{1,64}$/),
  s3Setting("FOYER_S3_ACCESS_KEY_ID", "who we are there", "printable ASCII without spaces", /^[\x21-\x7e]+$/),
  s3Setting("FOYER_S3_SECRET_ACCESS_KEY", "and what proves it", "printable ASCII without spaces", /^[\x21-\x7e]+$/),
] as const satisfies readonly Setting[];

type SettingName = (typeof settings)[number]["name"];
type S3Name = Extract<SettingName, `FOYER_S3_${string}`>;

function s3Setting<Name extends string>(name: Name, about: string, form: string, pattern: RegExp) {
  const right = `${form}, and set when the other FOYER_S3_… are`;
  return { name, fallback: "", about, right, isRight: (value: string) => value === "" || pattern.test(value) };
}

/** Reads all settings. The error names every wrong one. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const wrong = new Set<string>();
  const value = (name: SettingName, isNeeded = false): string => {
    const setting = settings.find((candidate) => candidate.name === name) as Setting;
    const given = environment[name]?.trim() || setting.fallback;
    if (!setting.isRight(given) || (isNeeded && given === "")) wrong.add(`${name} must be ${setting.right}`);
    return given;
  };
  const wantsS3 = settings.some(({ name }) => name.startsWith("FOYER_S3_") && environment[name]?.trim());
  const s3Value = (name: S3Name) => value(name, wantsS3);
  const config: Config = {
    host: value("HOST"),
    port: Number(value("PORT")),
    pagesPort: Number(value("PAGES_PORT")),
    dataFolder: resolve(value("FOYER_DATA")),
    databaseUrl: value("DATABASE_URL") || undefined,
    apiKey: value("FOYER_API_KEY") || undefined,
    rateLimit: Number(value("FOYER_RATE_LIMIT")),
    publicUrl: value("PUBLIC_URL").replace(/\/$/, "") || undefined,
    pagesUrl: value("PAGES_URL").replace(/\/$/, "") || undefined,
    maxUploadBytes: Number(value("FOYER_MAX_UPLOAD_BYTES")),
    pageCacheBytes: Number(value("FOYER_PAGE_CACHE_MB")) * bytesPerMb,
    s3: wantsS3
      ? {
          bucket: s3Value("FOYER_S3_BUCKET"),
          endpoint: s3Value("FOYER_S3_ENDPOINT"),
          region: s3Value("FOYER_S3_REGION"),
          accessKeyId: s3Value("FOYER_S3_ACCESS_KEY_ID"),
          secretAccessKey: s3Value("FOYER_S3_SECRET_ACCESS_KEY"),
        }
      : undefined,
  };
  if (wrong.size > 0) throw new WrongConfig([...wrong]);
  return config;
}

export class WrongConfig extends Error {
  constructor(readonly wrong: readonly string[]) {
    super(wrong.join("\n"));
  }
}

export function describeSettings(): string {
  return settings
    .map(({ name, fallback, about, right }) => `  ${name.padEnd(27)} ${about} (${right}${fallback && `; default ${fallback}`})`)
    .join("\n");
}
