import { openFiles } from "../server/files/open";
import { createPreviews } from "../server/previews/pool";
import { createSeal, type Site } from "../server/site";

/** What handlers need when they are called without a service around them. */
export function siteIn(dataFolder: string): Site {
  const files = openFiles({ dataFolder, s3: undefined });
  return {
    publicUrl: "http://foyer.test",
    pagesUrl: "http://pages.foyer.test",
    seal: createSeal("none"),
    resolveTxt: async () => [],
    files,
    previews: createPreviews(),
  };
}
