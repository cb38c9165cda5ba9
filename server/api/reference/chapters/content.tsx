/** @jsxImportSource hono/jsx */

import { PageTitle } from "../parts/section";
import { Blocks } from "./blocks";
import { Tokens } from "./tokens";
import { VersionStates } from "./version-states";

export function ContentAndVersions() {
  return (
    <>
      <PageTitle
        id="content"
        title="Content and versions"
        lead="What the texts of a page may hold, and how changes of them reach visitors."
      />
      <Tokens />
      <Blocks />
      <VersionStates />
    </>
  );
}
