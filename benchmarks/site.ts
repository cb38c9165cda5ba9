import type { Site } from "../server/context";
import { openFiles } from "../server/files/open";
import { createPreviews } from "../server/images/pool";
import { createSigner } from "../server/secrets/signer";

/** What handlers need when they are called without a service around them. */
export function siteIn(dataFolder: string): Site {
  const files = openFiles({ dataFolder, s3: undefined });
  return {
    publicUrl: "http://foyer.test",
    pagesUrl: "http://pages.foyer.test",
    signer: createSigner("none"),
    keptVersions: 10,
    resolveTxt: async () => [],
    files,
    previews: createPreviews(),
  };
}
