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
  // biome-ignore lint/correctness/useExhaustiveDependencies: both tell when it is out of date
  useEffect(() => {
    setFailure((before: unknown) => (before instanceof FoyerUnreachable ? undefined : before));
  }, [isAway, edited]);
  return [failure, setFailure] as const;
}
