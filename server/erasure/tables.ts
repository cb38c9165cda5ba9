import type { ErasureStage, TableName } from "./erasure";
import { stages } from "./stages";

/** How a table forgets a person: what is done to its rows, or why nothing has to be done. */
type Forgetting =
  | { forgets: string }
  /** Nothing in it tells of a person. */
  | { holdsNothing: string }
  /** Written by the tenant for its own purposes, and changed or deleted by the tenant. */
  | { tenantsOwn: string };

/** Every table; one that is missing does not compile, and a test compares the list with the schema. */
export const forgetting: Readonly<Record<TableName, Forgetting>> = {
  persons: { forgets: "the row is deleted" },
  former_identifiers: { forgets: "deleted" },
  erased_identifiers: { forgets: "hashes alone, removed a minute after the erasure" },
  audiences: { forgets: "stay, with a number in place of the person" },
  former_persons: { forgets: "deleted" },
  version_documents: { forgets: "deleted, but for live ones, which are built without the person" },
  version_pages: { forgets: "deleted, but for live ones, which are rendered without the person" },
  page_links: { forgets: "stay, without the person's name in the path" },
  former_targets: { forgets: "searched for links that led to the person's audiences; it holds identifiers alone" },
  audience_sessions: { forgets: "stay, without addresses, numbers and titles" },
  session_interactions: { forgets: "stay, without what was clicked and answered" },
  visits: { forgets: "those of the person's audiences are deleted; their sessions stay" },
  visit_events: { forgets: "deleted with their visits" },
  events: { forgets: "deleted: of the person, of audiences while they were the person's, of links, and what names the person" },
  form_submissions: { forgets: "deleted: those that the person sent, and those that name the person" },
  submission_identifiers: { forgets: "deleted with their submissions" },
  declared_identifiers: { forgets: "deleted with their events" },
  idempotency: { forgets: "deleted: stored answers that show the person" },
  answer_pieces: { forgets: "deleted with the long answers that they are pieces of" },
  search_pending: { forgets: "the person's is deleted, those of audiences are written without the person" },
  search_records: { forgets: "the person's and those of audiences are deleted" },
  search_terms: { forgets: "those of the person's records are removed" },
  webhook_deliveries: { forgets: "deleted with their events: what is still to be sent is not sent" },
  erasures: { forgets: "deleted when the erasure is finished" },
  erasure_audiences: { forgets: "deleted when the erasure is finished" },
  questions: { forgets: "deleted: of the person's page, and those that name the person" },

  session_rollups: { holdsNothing: "sums of figures, and numbers that nothing but `visitor_numbers` explains" },
  visitor_numbers: { forgets: "the person's is deleted; nothing tells any more whose the number was" },

  tenants: { holdsNothing: "names of tenants" },
  installation: { holdsNothing: "the installation's secret" },
  api_keys: { holdsNothing: "names and hashes of keys" },
  accounts: { holdsNothing: "names and domains of organisations" },
  brands: { holdsNothing: "colors and logos" },
  forms: { holdsNothing: "the fields of forms, not what visitors fill in" },
  used_tokens: { holdsNothing: "keyed hashes, removed after days" },
  tenant_settings: { holdsNothing: "the tenant's settings; networks are its own" },
  page_topics: { holdsNothing: "identifiers alone" },
  audience_versions: { holdsNothing: "states and times; the instructions are the tenant's own, as in audiences" },
  shared_parts: { holdsNothing: "what all audiences of a page share; an audience's own data is never part of it" },
  part_sets: { holdsNothing: "hashes of shared parts" },
  part_set_members: { holdsNothing: "hashes of shared parts" },
  version_batches: { holdsNothing: "identifiers and counts" },
  domains: { holdsNothing: "domains of tenants" },
  webhook_subscriptions: { holdsNothing: "addresses of the tenant's servers" },
  jobs: { holdsNothing: "identifiers alone; errors are kept without e-mail addresses" },
  counters: { holdsNothing: "counts" },
  model_tokens: { holdsNothing: "counts of a day, by audience" },
  topic_vectors: { holdsNothing: "identifiers and numbers" },
  passage_vectors: { holdsNothing: "numbers made from topics, with tokens left out; they go with their passages" },
  search_blocks: { holdsNothing: "identifiers and counts" },
  unindexed_events: { holdsNothing: "identifiers of events" },
  feed_positions: { holdsNothing: "numbers" },
  event_streams: { holdsNothing: "counts" },
  webhook_health: { holdsNothing: "counts and times" },

  account_logs: { tenantsOwn: "an account's history, entry by entry deletable" },
  audience_messages: { tenantsOwn: "instructions for an audience's page, and its overrides" },
  pages: { tenantsOwn: "what all audiences of a page are shown" },
  topics: { tenantsOwn: "what all audiences of a page are shown" },
  topic_entries: { tenantsOwn: "what all audiences of a page are shown" },
  assets: { tenantsOwn: "names and descriptions of files; those that visitors sent go with their submissions" },
};

/** Tables that no stage searches: the person's own row goes first, and the rest is about the erasure itself. */
const withoutStage: readonly TableName[] = ["persons", "erasures"];

/** In the order of the list: what an erasure searches. */
export const searchedTables = (Object.keys(forgetting) as TableName[]).filter((table) => "forgets" in forgetting[table]);

/** Tables that declare to forget, and which no stage searches; and the other way round. */
export function undeclaredTables(all: readonly ErasureStage[] = stages): string[] {
  const searched = new Set([...withoutStage, ...all.flatMap(({ tables }) => tables)]);
  return [...new Set([...searchedTables, ...searched])].filter(
    (table) => !searched.has(table) || !("forgets" in forgetting[table]),
  );
}
