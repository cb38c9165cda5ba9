import type { Dialect } from "../dialects";
import { many, ofATenant } from "./sizes";

/** How a person's data is found, and how far their erasure has got. */
export function erasure({ text, integer, tableOptions, planFor, usePlans }: Dialect): string[] {
  return [
    // By hash, in one normalised spelling: who is named in a question or form.
    `CREATE TABLE declared_identifiers (
      tenant_id ${text} NOT NULL,
      identifier_hash ${text} NOT NULL,
      event_id ${text} NOT NULL,
      PRIMARY KEY (tenant_id, identifier_hash, event_id)
    ) ${tableOptions}`,
    "CREATE INDEX declared_identifiers_event ON declared_identifiers (tenant_id, event_id)",
    // Addresses and numbers that a person had before.
    `CREATE TABLE former_identifiers (
      tenant_id ${text} NOT NULL,
      person_id ${text} NOT NULL,
      identifier_hash ${text} NOT NULL,
      value ${text},
      PRIMARY KEY (tenant_id, person_id, identifier_hash)
    ) ${tableOptions}`,
    // For a minute: a form that was on its way meanwhile is not recorded.
    `CREATE TABLE erased_identifiers (
      tenant_id ${text} NOT NULL,
      identifier_hash ${text} NOT NULL,
      erased_at ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, identifier_hash)
    ) ${tableOptions}`,
    "CREATE INDEX erased_identifiers_age ON erased_identifiers (tenant_id, erased_at)",
    `CREATE TABLE erasures (
      tenant_id ${text} NOT NULL,
      person_id ${text} NOT NULL,
      person ${text} NOT NULL,
      stage ${text} NOT NULL,
      position ${text} NOT NULL,
      counts ${text} NOT NULL,
      stepped_at ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, person_id)
    ) ${tableOptions}`,
    // Audiences that an erasure has to look at: the person's, and those that a link with their name leads to.
    `CREATE TABLE erasure_audiences (
      tenant_id ${text} NOT NULL,
      person_id ${text} NOT NULL,
      relation ${text} NOT NULL,
      audience_id ${text} NOT NULL,
      PRIMARY KEY (tenant_id, person_id, relation, audience_id)
    ) ${tableOptions}`,
    // Events from before there was an index of identifiers; a job adds them.
    `CREATE TABLE unindexed_events (
      tenant_id ${text} NOT NULL,
      type ${text} NOT NULL,
      walked_to ${text} NOT NULL,
      up_to ${text} NOT NULL,
      PRIMARY KEY (tenant_id, type)
    ) ${tableOptions}`,
    `INSERT INTO unindexed_events (tenant_id, type, walked_to, up_to)
      SELECT tenant_id, type, '', max(event_id) FROM events
      WHERE type IN ('form.submitted', 'question.asked', 'person.created', 'person.updated') GROUP BY tenant_id, type`,
    ...planFor("declared_identifiers", "declared_identifiers", [many, ofATenant, 2, 1]),
    ...planFor("declared_identifiers", "declared_identifiers_event", [many, ofATenant, 2, 1]),
    ...planFor("former_identifiers", "former_identifiers", [many, ofATenant, 2, 1]),
    ...planFor("erased_identifiers", "erased_identifiers", [1_000, 100, 1]),
    ...planFor("erased_identifiers", "erased_identifiers_age", [1_000, 100, 2, 1]),
    ...planFor("erasures", "erasures", [100, 10, 1]),
    ...planFor("erasure_audiences", "erasure_audiences", [many, ofATenant, 1_000, 500, 1]),
    ...planFor("unindexed_events", "unindexed_events", [100, 4, 1]),
    ...usePlans,
  ];
}
