import { Skeleton, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { FoyerError } from "../../../client";
import { NotFound } from "./not-found";
import { ReadProblem } from "./read-problem";
import { SlowAnswer } from "./slow-answer";

interface Props<Data> {
  read: { data: Data | undefined; error: unknown };
  children(data: NonNullable<Data>): ReactNode;
}

/** A record once it is there; what was read before stays while it is read again. */
export function Loaded<Data>({ read: { data, error }, children }: Props<Data>) {
  if (data !== undefined && data !== null) return children(data);
  if (error instanceof FoyerError && error.status === 404) return <NotFound requestId={error.problem.requestId} />;
  if (error) return <ReadProblem error={error} />;
  return (
    <Stack role="status" aria-label="Loading">
      <Skeleton height={32} width="40%" />
      <Skeleton height={160} />
      <SlowAnswer />
    </Stack>
  );
}
