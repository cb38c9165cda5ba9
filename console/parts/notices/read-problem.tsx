import { useQueryClient } from "@tanstack/react-query";
import { isPassing } from "../../api/away";
import { readAgain } from "../../api/operations";
import { BusyButton } from "./busy-button";
import { ProblemNotice } from "./problem-notice";

/** What is said where nobody has to do anything. */
export function askedAgain(error: unknown): string | undefined {
  return isPassing(error) ? "Nothing was lost here, and it is asked again every few seconds." : undefined;
}

/** Stands where something could not be read. */
export function ReadProblem({ error }: { error: unknown }) {
  const queries = useQueryClient();
  return (
    <ProblemNotice error={error} detail={askedAgain(error)}>
      <BusyButton size="compact-sm" variant="light" color="red" mt="xs" onClick={() => readAgain(queries)}>
        Try again
      </BusyButton>
    </ProblemNotice>
  );
}
