import { LinkButton } from "../links";
import { EmptyState } from "./empty-state";
import { RequestId } from "./problem-notice";

interface Props {
  /** Of the request that was answered so; none for an address without a screen. */
  requestId?: string;
}

export function NotFound({ requestId }: Props) {
  return (
    <EmptyState isWhole title="There is nothing here" text="The address may be mistyped, or what it led to was deleted.">
      <LinkButton to="/">Go to the start</LinkButton>
      {requestId && <RequestId id={requestId} />}
    </EmptyState>
  );
}
