import { resolve } from "node:path";
import { isDamaged } from "./features/api-keys";

export interface Config {
  host: string;
  port: number;
  pagesPort: number;
  dataFolder: string;
  databaseUrl: string | undefined;
  apiKey: string | undefined;
  rateLimit: number;
  /** Undefined: from where it listens. */
  publicUrl: string | undefined;
  pagesUrl: string | undefined;
}

interface Setting {
  name: string;
  fallback: string;
  about: string;
  /** What a right value looks like, for the message and the list of settings. */
  right: string;
  isRight(value: string): boolean;
}

const isPort = (value: string) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535;
const isWebUrl = (value: string) => /^https?:\/\/[^/]+\/?$/.test(value) && URL.canParse(value);

/** Every setting there is. */
export const settings = [
  {
    name: "HOST",
    fallback: "127.0.0.1",
    about: "where to listen",
    right: "an address or host name",
    isRight: (value) => value !== "",
  },
  { name: "PORT", fallback: "8080", about: "API and reference", right: "0 to 65535", isRight: isPort },
  { name: "PAGES_PORT", fallback: "8081", about: "pages for visitors, not used yet", right: "0 to 65535", isRight: isPort },
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
] as const satisfies readonly Setting[];

type SettingName = (typeof settings)[number]["name"];

/** Reads all settings; names every wrong one at once, with what would be right. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const wrong = new Set<string>();
  const value = (name: SettingName): string => {
    const setting = settings.find((candidate) => candidate.name === name) as Setting;
    const given = environment[name]?.trim() || setting.fallback;
    if (!setting.isRight(given)) wrong.add(`${name} must be ${setting.right}`);
    return given;
  };
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
    .map(({ name, fallback, about, right }) => `  ${name.padEnd(17)} ${about} (${right}${fallback && `; default ${fallback}`})`)
    .join("\n");
}
