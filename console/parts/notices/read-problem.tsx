import { useQueryClient } from "@tanstack/react-query";
import { readAgain } from "../../api/operations";
import { BusyButton } from "./busy-button";
import { ProblemNotice } from "./problem-notice";

/** Stands where something could not be read. */
export function ReadProblem({ error }: { error: unknown }) {
  const queries = useQueryClient();
  return (
    <ProblemNotice error={error}>
      <BusyButton size="compact-sm" variant="light" color="red" mt="xs" onClick={() => readAgain(queries)}>
        Try again
      </BusyButton>
    </ProblemNotice>
  );
}
