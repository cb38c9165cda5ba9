import { createSeal, type Site } from "../../server/site";

/** For work that is done without a service. */
export const testSite: Site = {
  publicUrl: "http://foyer.test",
  pagesUrl: "http://pages.foyer.test",
  seal: createSeal("a seal of tests"),
  resolveTxt: async () => [],
};
