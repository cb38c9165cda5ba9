import type { Dialect } from "../../dialects";
import { many, ofATenant } from "../sizes";

/** Whom an audience was for before, by the audience too: visits that it had then are computed again. */
export function formerPersons({ planFor, usePlans }: Dialect): string[] {
  return [
    "CREATE INDEX former_persons_audience ON former_persons (tenant_id, audience_id, person_id)",
    ...planFor("former_persons", "former_persons_audience", [many, ofATenant, 2, 1]),
    ...usePlans,
  ];
}
