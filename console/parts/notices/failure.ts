import { useEffect, useState } from "react";
import { FoyerUnreachable } from "../../../client";
import { useIsAway } from "../../api/away";

/**
 * Why what was tried has failed, until the next try. That Foyer does not answer is said only until it does, or until somebody goes
 * on with what they `edited`.
 */
export function useFailure(edited?: unknown) {
  const [failure, setFailure] = useState<unknown>();
  const isAway = useIsAway();
  useEffect(() => {
    if (!isAway) setFailure(unlessUnreachable);
  }, [isAway]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it tells when the failure is out of date
  useEffect(() => setFailure(unlessUnreachable), [edited]);
  return [failure, setFailure] as const;
}

function unlessUnreachable(failure: unknown): unknown {
  return failure instanceof FoyerUnreachable ? undefined : failure;
}
