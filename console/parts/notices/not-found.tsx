import { LinkButton } from "../links";
import { EmptyState } from "./empty-state";

export function NotFound() {
  return (
    <EmptyState isWhole title="There is nothing here" text="The address may be mistyped, or what it led to was deleted.">
      <LinkButton to="/">Go to the start</LinkButton>
    </EmptyState>
  );
}
