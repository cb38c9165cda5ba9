import type { Labelled } from "../blocks/content/read";
import type { EntryProps } from "../entries/entry-props";
import { phrasesOf } from "../language/translations";
import { linkAddress } from "./link-address";

/** The links that lead somewhere, with words for a button. */
export function buttonsOf(links: readonly Labelled[], props: Pick<EntryProps, "builder" | "assetScope">) {
  return links.flatMap(({ address, text }) => {
    const href = linkAddress(address, props);
    const words = text.trim() || phrasesOf(props.assetScope.language ?? "en").open;
    return href === undefined ? [] : [{ href, text: words }];
  });
}
