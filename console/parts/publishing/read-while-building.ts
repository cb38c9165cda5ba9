import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { canHappen, type VersionStatus } from "../../../contract";
import { readAgain } from "../../api/operations";
import { runningMs } from "./progress";

/** Reads what is on the screen again until no version is being built any more. */
export function useReadWhileBuilding(statuses: readonly VersionStatus[]): void {
  const queries = useQueryClient();
  const isBuilding = statuses.some(isUnfinished);
  useEffect(() => {
    if (!isBuilding) return;
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    // Each look waits for the one before, which it would otherwise cut short.
    const look = () => readAgain(queries).then(wait);
    const wait = () => {
      if (!isOver) timer = setTimeout(look, runningMs);
    };
    wait();
    return () => {
      isOver = true;
      clearTimeout(timer);
      // Other parts of the screen may have been read just before the version was built.
      readAgain(queries);
    };
  }, [isBuilding, queries]);
}

function isUnfinished(status: VersionStatus): boolean {
  return canHappen("queue", status) || canHappen("start", status) || canHappen("finish", status);
}
