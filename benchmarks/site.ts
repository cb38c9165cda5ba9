import { IndexCache } from "../server/answers/building/index-cache";
import type { Site } from "../server/context";
import { openFiles } from "../server/files/open";
import { createPreviews } from "../server/images/pool";
import { createGuardedClient } from "../server/outgoing/guarded-client";
import { createSigner } from "../server/secrets/signer";
import { createVault } from "../server/secrets/vault";
import { createOutlet } from "../server/webhooks/sending/outlet";

/** What handlers need when they are called without a service around them. */
export function siteIn(dataFolder: string): Site {
  const files = openFiles({ dataFolder, s3: undefined });
  return {
    publicUrl: "http://foyer.test",
    pagesUrl: "http://pages.foyer.test",
    signer: createSigner("none"),
    keptVersions: 10,
    limits: { requestsPerSecond: 0, uploadBytes: 0 },
    resolveTxt: async () => [],
    files,
    previews: createPreviews(),
    vault: createVault("none"),
    outlet: createOutlet(createGuardedClient({ rules: { http: false, ports: [], networks: [] } })),
    indexes: new IndexCache(),
  };
}
