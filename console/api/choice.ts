import { useEffect, useRef, useState } from "react";
import * as z from "zod";
import { FoyerError } from "../../client";
import { useFilters } from "./filters";
import { type Caller, useCall } from "./operations";

/** A full page of a list, in less than 4 KB: proxies read addresses of twice that length. */
const maxInAddress = 100;
const schema = z.object({ chosen: z.string().regex(/^[a-z_]+_[0-9a-z]+(\.[a-z_]+_[0-9a-z]+)*$/) });

/**
 * The rows that are chosen in a list, for what is done with several at once. They are in the address, so that a reload and
 * the browser's Back keep them; where they are too many for one, the screen alone knows them. Those that an address names
 * and that are gone by now, which `read` finds out, are not chosen.
 */
export function useChoice(mayChoose: boolean, read: (call: Caller, id: string) => Promise<unknown>) {
  const [{ chosen: inAddress }, change] = useFilters(schema);
  const [chosen, setChosen] = useState(() => setOf(inAddress));
  // An address without a choice, such as the menu's, begins anew; the browser's is ahead of ours while somebody clicks quickly.
  useEffect(() => {
    if (inAddress !== undefined || new URLSearchParams(location.search).has("chosen")) return;
    setChosen((before) => (before.size > maxInAddress ? before : none));
  }, [inAddress]);
  const call = useCall({ isNoted: false });
  const choose = (next: ReadonlySet<string>) => {
    setChosen(next);
    change({ chosen: next.size > maxInAddress ? undefined : [...next].join(".") });
  };
  const leaveOut = useRef((_gone: ReadonlySet<string>) => {});
  leaveOut.current = (gone) => choose(chosen.difference(gone));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is chosen later was there when it was chosen
  useEffect(() => {
    if (!mayChoose || chosen.size === 0) return;
    let isShown = true;
    goneAmong(chosen, (id) => read(call, id)).then((gone) => {
      if (isShown && gone.size > 0) leaveOut.current(gone);
    });
    return () => {
      isShown = false;
    };
  }, []);
  return [mayChoose ? chosen : none, choose] as const;
}

const none: ReadonlySet<string> = new Set();

async function goneAmong(ids: ReadonlySet<string>, read: (id: string) => Promise<unknown>): Promise<ReadonlySet<string>> {
  const gone = new Set<string>();
  for (const id of ids) {
    if (await read(id).then(isRemoved, isNotFound)) gone.add(id);
  }
  return gone;
}

/** What is in the trash or deleted can still be read. */
export function isRemoved(record: unknown): boolean {
  const { trashedAt = null, deletedAt = null } = record as { trashedAt?: unknown; deletedAt?: unknown };
  return trashedAt !== null || deletedAt !== null;
}

function isNotFound(error: unknown): boolean {
  return error instanceof FoyerError && error.status === 404;
}

function setOf(text: string | undefined): ReadonlySet<string> {
  return text === undefined ? none : new Set(text.split(".").slice(0, maxInAddress));
}
