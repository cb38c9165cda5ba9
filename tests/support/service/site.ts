import { IndexCache } from "../../../server/answers/building/index-cache";
import type { Site } from "../../../server/context";
import { createSigner } from "../../../server/secrets/signer";
import { createVault } from "../../../server/secrets/vault";
import { createOutlet } from "../../../server/webhooks/sending/outlet";

/** For work that is done without a service; it has nothing to do with files. */
export const testSite: Site = {
  publicUrl: "http://foyer.test",
  pagesUrl: "http://pages.foyer.test",
  signer: createSigner("a signer of tests"),
  keptVersions: 10,
  resolveTxt: async () => [],
  files: {
    mark: "none",
    incoming: "",
    scratch: "",
    put: unexpected,
    size: unexpected,
    read: unexpected,
    copy: unexpected,
    remove: unexpected,
  },
  previews: { draw: unexpected, close() {} },
  vault: createVault("a vault of tests"),
  outlet: createOutlet({ send: unexpected, close() {} }),
  indexes: new IndexCache(),
  limits: { requestsPerSecond: 0, uploadBytes: 0 },
};

function unexpected(): never {
  throw new Error("This test did not expect to touch files");
}
