import { useEffect, useState } from "react";
import * as z from "zod";
import { useFilters } from "./filters";

/** A full page of a list, in less than 4 KB: proxies read addresses of twice that length. */
const maxInAddress = 100;
const schema = z.object({ chosen: z.string().regex(/^[a-z_]+_[0-9a-z]+(\.[a-z_]+_[0-9a-z]+)*$/) });

/**
 * The rows that are chosen in a list, for what is done with several at once. They are in the address, so that a reload and
 * the browser's Back keep them; where they are too many for one, the screen alone knows them.
 */
export function useChoice(mayChoose: boolean) {
  const [{ chosen: inAddress }, change] = useFilters(schema);
  const [chosen, setChosen] = useState(() => setOf(inAddress));
  // An address without a choice, such as the menu's, begins anew; the browser's is ahead of ours while somebody clicks quickly.
  useEffect(() => {
    if (inAddress !== undefined || new URLSearchParams(location.search).has("chosen")) return;
    setChosen((before) => (before.size > maxInAddress ? before : none));
  }, [inAddress]);
  const choose = (next: ReadonlySet<string>) => {
    setChosen(next);
    change({ chosen: next.size > maxInAddress ? undefined : [...next].join(".") });
  };
  return [mayChoose ? chosen : none, choose] as const;
}

const none: ReadonlySet<string> = new Set();

function setOf(text: string | undefined): ReadonlySet<string> {
  return text === undefined ? none : new Set(text.split(".").slice(0, maxInAddress));
}
