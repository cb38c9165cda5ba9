import { createSeal, type Site } from "../../server/site";

/** For work that is done without a service; it has nothing to do with files. */
export const testSite: Site = {
  publicUrl: "http://foyer.test",
  pagesUrl: "http://pages.foyer.test",
  seal: createSeal("a seal of tests"),
  resolveTxt: async () => [],
  files: {
    incoming: "",
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
