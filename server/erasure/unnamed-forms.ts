import type { FormSubmission } from "../../contract";
import { identifierOf } from "./identifiers";

/**
 * A form that does not say who sends it is theirs who say so in another form of its visit. So it is recorded under its visit, as
 * others are under the identifiers in them, and the visit becomes an identifier of whoever is erased.
 */
export function linksOfForm({
  identifier,
  analyticsSessionId,
}: Pick<FormSubmission, "identifier" | "analyticsSessionId">): string[] {
  // The events of an older Foyer have neither.
  return analyticsSessionId && !isNamed(identifier ?? "") ? [linkOfVisit(analyticsSessionId)] : [];
}

export function linkOfVisit(analyticsSessionId: string): string {
  return `visit:${analyticsSessionId}`;
}

/** A phone number without a country is nobody's for certain. */
function isNamed(identifier: string): boolean {
  return identifierOf(identifier) !== undefined;
}
