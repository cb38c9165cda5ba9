import type { ModelConfig } from "../answers/model/writer";
import type { App } from "../api/app";
import type { Site } from "../context";
import type { Files } from "../files/port";
import type { ResolveHost } from "../outgoing/host-resolver";
import type { OutgoingRules } from "../outgoing/outgoing-rules";
import type { Database } from "../storage/port";
import type { Log } from "../telemetry/log";
import type { VisitorApp } from "../visitors/app";

export interface ServiceOptions {
  db: Database;
  files: Files;
  log: Log;
  clock: () => number;
  /** Milliseconds since some moment, for durations: it never steps. Default: the process's own. */
  monotonic?: () => number;
  rateLimit: number;
  /** Addresses and ranges of proxies whose word about the client's address is taken. Default: none. */
  trustedProxies?: readonly string[];
  maxUploadBytes: number;
  publicUrl: string;
  pagesUrl: string;
  apiKey: string | undefined;
  /** Default: the machine's own resolver. */
  resolveTxt?: Site["resolveTxt"];
  /** The key that secrets are encrypted with; undefined: a file in the data folder. */
  secret: string | undefined;
  dataFolder: string;
  /** What the operator allows webhooks beyond public https. */
  outgoingRules: OutgoingRules;
  /** Default: the machine's own resolver. */
  resolveHost?: ResolveHost;
  /** Certificates that webhooks trust beside the usual ones. */
  webhookCa?: string;
  /** Default: questions are answered with quotations. */
  model?: ModelConfig | undefined;
  /** How much memory the page cache may take. */
  pageCacheBytes?: number;
  /** How many replaced versions of an audience can be gone back to. */
  keptVersions?: number;
  /** False leaves jobs to other processes on the same database. */
  runsJobs?: boolean;
}

export interface Service {
  app: App;
  visitors: VisitorApp;
  /** The first key, if this start has generated it. */
  firstKey: string | undefined;
  /** `/readyz` fails and no more jobs begin. Requests are still answered. */
  drain(): void;
  /** To be called after the last answer. */
  close(): Promise<void>;
}

export type StartService = (options: ServiceOptions) => Promise<Service>;
