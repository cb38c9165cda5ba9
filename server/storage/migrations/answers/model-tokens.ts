import type { Dialect } from "../../dialects";
import { many, ofATenant } from "../sizes";

/** How much of the model was used in a day, by each audience and, with no audience, by the tenant. */
export function modelTokens({ text, integer, tableOptions, planFor, usePlans }: Dialect): string[] {
  return [
    `CREATE TABLE model_tokens (
      tenant_id ${text} NOT NULL,
      day ${integer} NOT NULL,
      audience_id ${text} NOT NULL,
      tokens ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, day, audience_id)
    ) ${tableOptions}`,
    ...planFor("model_tokens", "model_tokens", [many, ofATenant, ofATenant / 2, 1]),
    ...usePlans,
  ];
}
