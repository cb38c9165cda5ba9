/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { EntryProps } from "../../entries/entry-props";
import { FilledMarkdown } from "../../markdown";
import type { BlockContent } from "./read";

type Props = Pick<EntryProps, "builder" | "assetScope"> & { read: Pick<BlockContent, "before" | "after">; children?: Child };

/** A block between the lines that it doesn't take, such as an introduction, a heading or a source. */
export function Around({ read: { before, after }, builder, assetScope, children }: Props) {
  return (
    <>
      {before !== "" && <FilledMarkdown text={before} builder={builder} assetScope={assetScope} />}
      {children}
      {after !== "" && <FilledMarkdown text={after} builder={builder} assetScope={assetScope} />}
    </>
  );
}
