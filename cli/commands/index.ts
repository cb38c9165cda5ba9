import type { Command } from "../command";
import { backup } from "./backup";
import { filesMoved } from "./files-moved";
import { jobsList } from "./jobs-list";
import { jobsRetry } from "./jobs-retry";
import { keysCreate } from "./keys-create";
import { keysList } from "./keys-list";
import { keysRevoke } from "./keys-revoke";
import { restore } from "./restore";
import { secretsReset } from "./secrets-reset";
import { tenantsCreate } from "./tenants-create";
import { tenantsList } from "./tenants-list";

export const commands: readonly Command[] = [
  tenantsCreate,
  tenantsList,
  keysCreate,
  keysList,
  keysRevoke,
  jobsList,
  jobsRetry,
  secretsReset,
  filesMoved,
  backup,
  restore,
];
