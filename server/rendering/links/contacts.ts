import { warnOfField } from "../blocks/content/warn";
import type { EntryProps } from "../entries/entry-props";
import { isExternal, withScheme } from "../templates/addresses";
import { linkAddress } from "./link-address";
import { telephone } from "./telephone";

interface Contact {
  /** Undefined for words that can't be opened. */
  href: string | undefined;
  label: string;
}

const kinds = {
  email: {
    name: "e-mail address",
    addressOf: (text: string) => (/^[^\s@:]+@[^\s@:]+$/.test(text) ? `mailto:${text}` : undefined),
  },
  phone: { name: "telephone number", addressOf: telephone },
  linkedin: { name: "address", addressOf: (text: string) => (isExternal(withScheme(text)) ? text : "") },
} as const;

/** Ways to reach a person. Words that are no e-mail address or number are shown as they were written, and their line is named. */
export function contactsOf(
  fields: ReadonlyMap<string, string>,
  content: string,
  props: Pick<EntryProps, "builder" | "assetScope">,
): Contact[] {
  return Object.entries(kinds).flatMap(([field, { name, addressOf }]) => {
    const written = fields.get(field);
    if (!written) return [];
    const address = addressOf(written);
    if (address === undefined) {
      warnOfField(props.assetScope, content, field, written, `is no ${name}: it is shown without a link`);
      return { href: undefined, label: written };
    }
    const href = linkAddress(address, props);
    return href === undefined ? [] : { href, label: field === "linkedin" ? "LinkedIn" : written };
  });
}
