import type { Site } from "../../server/context";
import { createSigner } from "../../server/secrets/signer";

/** For work that is done without a service; it has nothing to do with files. */
export const testSite: Site = {
  publicUrl: "http://foyer.test",
  pagesUrl: "http://pages.foyer.test",
  signer: createSigner("a signer of tests"),
  keptVersions: 10,
  resolveTxt: async () => [],
  files: {
    incoming: "",
    scratch: "",
    put: unexpected,
    size: unexpected,
    read: unexpected,
    remove: unexpected,
  },
  previews: { draw: unexpected, close() {} },
};

function unexpected(): never {
  throw new Error("This test did not expect to touch files");
}
