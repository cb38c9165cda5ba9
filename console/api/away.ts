import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { createClient, FoyerError, FoyerUnreachable } from "../../client";
import { saved } from "../parts/notices/notices";

/** How long Foyer is left alone between two tries; longer each time, so that one that is overloaded comes back at all. */
const [firstWaitMs, longestWaitMs] = [2_000, 15_000];
/** A return that lasted less was none: the next wait goes on where the last one ended. */
const steadyMs = 60_000;

let isAway = false;
let waitMs = firstWaitMs;
let backSince = 0;
const listeners = new Set<() => void>();

/** Whether it may pass by itself: nobody answers, or something in between says that Foyer does not. */
export function isPassing(error: unknown): boolean {
  if (error instanceof FoyerUnreachable) return true;
  return error instanceof FoyerError && [502, 503, 504].includes(error.status);
}

/** Told by whoever asked and was not answered. */
export function noteAway(error: unknown): void {
  if (isAway || !isPassing(error)) return;
  if (Date.now() - backSince > steadyMs) waitMs = firstWaitMs;
  setAway(true);
}

/** Told by whoever was answered. */
export function noteAnswer(): void {
  if (!isAway) return;
  backSince = Date.now();
  setAway(false);
}

function setAway(next: boolean): void {
  isAway = next;
  for (const listener of listeners) listener();
}

export function useIsAway(): boolean {
  return useSyncExternalStore(listen, () => isAway);
}

/** The code of a screen comes from Foyer, too: while it does not answer, it is waited for. */
export async function loadPatiently<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      const reason = await whyNotLoaded(error);
      // Foyer answers, and has the code of a newer console: the router loads that one.
      if (!isPassing(reason)) throw error;
      noteAway(reason);
      await untilBack();
    }
  }
}

/** The browser does not say whether nobody answered or the code is gone, as after an update. Any answer tells, a refusal too. */
export async function whyNotLoaded(error: unknown): Promise<unknown> {
  const reason = await askWithoutKey().catch((failure: unknown) => failure);
  return isPassing(reason) ? reason : error;
}

/** Is refused, by whoever answers at all. */
export function askWithoutKey(): Promise<unknown> {
  return createClient({ url: location.origin, apiKey: "none", tries: 1 }).getOwnApiKey();
}

function untilBack(): Promise<void> {
  return new Promise((resolve) => {
    const end = listen(() => {
      if (isAway) return;
      end();
      resolve();
    });
  });
}

/** While Foyer does not answer it is asked, with `ask`, whether it is back; what could not be read is then read again. */
export function useReturn(ask: () => Promise<unknown>): void {
  const queries = useQueryClient();
  const away = useIsAway();
  const wasAway = useRef(false);
  useEffect(() => {
    const isBack = wasAway.current && !away;
    wasAway.current = away;
    if (!isBack) return;
    saved("Foyer answers again");
    queries.refetchQueries({ type: "active", predicate: ({ state }) => isPassing(state.error) });
  }, [away, queries]);
  useEffect(() => (away ? askUntilAnswered(ask) : undefined), [away, ask]);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A refusal is an answer too. Returns what ends it. */
function askUntilAnswered(ask: () => Promise<unknown>): () => void {
  let isEnded = false;
  const look = async () => {
    waitMs = Math.min(waitMs * 2, longestWaitMs);
    const failure = await ask().catch((error: unknown) => error);
    if (isEnded) return;
    if (isPassing(failure)) timer = setTimeout(look, waitMs);
    else noteAnswer();
  };
  let timer = setTimeout(look, waitMs);
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}
