import type { App } from "../api/app";
import type { Site } from "../context";
import type { Files } from "../files/port";
import type { Database } from "../storage/port";
import type { Log } from "../telemetry/log";
import type { VisitorApp } from "../visitors/app";

export interface ServiceOptions {
  db: Database;
  files: Files;
  log: Log;
  clock: () => number;
  rateLimit: number;
  maxUploadBytes: number;
  publicUrl: string;
  pagesUrl: string;
  apiKey: string | undefined;
  /** The machine's own unless given. */
  resolveTxt?: Site["resolveTxt"];
  /** How much memory the page cache may take. */
  pageCacheBytes?: number;
  /** How many replaced versions of an audience can be gone back to. */
  keptVersions?: number;
  /** False leaves jobs to other processes on the same database. */
  runsJobs?: boolean;
}

export interface Service {
  app: App;
  /** What visitors reach, on a listener of its own. */
  visitors: VisitorApp;
  /** The first key, when it was made just now. */
  firstKey: string | undefined;
  /** Ready goes red; requests are still answered, and no job is begun any more. */
  drain(): void;
  /** After the last answer. */
  close(): Promise<void>;
}

export type StartService = (options: ServiceOptions) => Promise<Service>;
