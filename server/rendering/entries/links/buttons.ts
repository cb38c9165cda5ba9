import type { EntryProps } from "../../blocks/entry-props";
import { linkAddress } from "../../blocks/link-address";
import { phrasesOf } from "../../language/translations";
import type { Labelled } from "../content/read";

/** The links that lead somewhere, with words for a button. */
export function buttonsOf(links: readonly Labelled[], props: Pick<EntryProps, "builder" | "assetScope">) {
  return links.flatMap(({ address, text }) => {
    const href = linkAddress(address, props);
    const words = text.trim() || phrasesOf(props.assetScope.language ?? "en").open;
    return href === undefined ? [] : [{ href, text: words }];
  });
}
