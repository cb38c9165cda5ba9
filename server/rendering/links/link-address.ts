import type { EntryProps } from "../entries/entry-props";
import { withScheme } from "../templates/addresses";
import { withoutPlaceholders } from "../templates/placeholders";

const identifier = /^[a-z]+_[a-z0-9]{26}$/;

/**
 * The address of a link, in which tokens are placeholders already; undefined, with a warning, for one that leads nowhere or is
 * not safe. `otherwise`: what is shown then.
 */
export function linkAddress(
  address: string,
  { builder, assetScope }: Pick<EntryProps, "builder" | "assetScope">,
  otherwise = "has a link that leads nowhere, which is left out",
): string | undefined {
  const href = identifier.test(address) ? undefined : builder.urlWithPlaceholders(address);
  if (href === undefined) assetScope.warn?.("action_not_shown", otherwise);
  else if (withScheme(address) !== address) assetScope.warn?.("address_relative", schemeWarning(address));
  return href;
}

/** What is said of an address such as `example.com/prices`. */
export function schemeWarning(address: string): string {
  const meant = withoutPlaceholders(withScheme(address)).slice(0, maxQuotedLetters);
  return `has an address without ${meant.startsWith("https:") ? "https://" : "mailto:"}, and leads to ${meant}`;
}

const maxQuotedLetters = 80;

/** For a link without words. */
export function wordsOfAddress(address: string): string {
  return address.replace(/^https?:\/\/(www\.)?|\/$/gi, "");
}
