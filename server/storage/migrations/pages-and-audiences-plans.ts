import type { Dialect } from "../dialects";
import { many, ofATenant } from "./sizes";

/** As for the first resources; then the planner is told that there is something new to read. */
export function pagesAndAudiencesPlans({ planFor, usePlans }: Dialect): string[] {
  const ofAPage = 10_000;
  return [
    ...planFor("pages", "pages", [many, ofATenant, 1]),
    ...planFor("page_topics", "page_topics", [many, ofATenant, 20, 1]),
    ...planFor("page_topics", "page_topics_topic", [many, ofATenant, 20, 1, 1]),
    ...planFor("brands", "brands", [many, ofATenant, 1]),
    ...planFor("forms", "forms", [many, ofATenant, 1]),
    ...planFor("audiences", "audiences", [many, ofATenant, 1]),
    ...planFor("audiences", "audiences_page", [many, ofATenant, ofAPage, 1]),
    ...planFor("audiences", "audiences_status", [many, ofATenant, ofAPage, ofAPage / 4, 1]),
    ...planFor("audiences", "audiences_person", [many, ofATenant, 2, 1]),
    ...planFor("audiences", "audiences_account", [many, ofATenant, 20, 1]),
    ...planFor("audiences", "audiences_external_id", [many, ofATenant, ofAPage, 1]),
    ...planFor("audience_versions", "audience_versions", [many, ofATenant, 10, 1]),
    ...planFor("audience_versions", "audience_versions_operation_key", [many, ofATenant, 10, 1]),
    ...planFor("audience_versions", "audience_versions_batch", [many, ofATenant, ofAPage, ofAPage / 4, 1, 1]),
    ...planFor("version_documents", "sqlite_autoindex_version_documents_1", [many, ofATenant, 10, 1]),
    ...planFor("version_batches", "version_batches", [many, ofATenant, 1]),
    ...planFor("audience_messages", "audience_messages", [many, ofATenant, 10, 1]),
    ...planFor("domains", "domains", [many, ofATenant, 1]),
    ...planFor("domains", "domains_domain", [many, ofATenant, 1]),
    ...planFor("domains", "domains_verified", [many, 1]),
    ...planFor("page_links", "page_links", [many, ofATenant, 1]),
    ...planFor("page_links", "page_links_path", [many, ofATenant, ofAPage, 1]),
    ...planFor("page_links", "page_links_audience", [many, ofATenant, 2, 1]),
    ...planFor("webhook_subscriptions", "webhook_subscriptions", [many, ofATenant, 1]),
    ...planFor("assets", "assets", [many, ofATenant, 1]),
    ...planFor("assets", "assets_kept", [many, ofATenant, 1]),
    ...planFor("assets", "assets_trash", [many, ofATenant, 2, 1]),
    ...planFor("assets", "assets_trash_type", [many, ofATenant, ofATenant / 5, 2, 1]),
    ...planFor("asset_words", "asset_words", [many, ofATenant, 100, 1]),
    ...planFor("asset_vocabulary", "asset_vocabulary", [many, ofATenant, 1]),
    ...planFor("audience_sessions", "audience_sessions", [many, ofATenant, 1]),
    ...planFor("audience_sessions", "audience_sessions_session", [many, ofATenant, 1]),
    ...planFor("audience_sessions", "audience_sessions_page", [many, ofATenant, ofAPage, 2, 1]),
    ...planFor("audience_sessions", "audience_sessions_audience", [many, ofATenant, 10, 2, 1]),
    ...planFor("audience_sessions", "audience_sessions_email", [many, ofATenant, 2, 1]),
    ...planFor("session_interactions", "session_interactions", [many, ofATenant, 10, 1]),
    ...planFor("jobs", "jobs", [many, ofATenant, 1]),
    ...planFor("jobs", "jobs_due", [many, ofATenant, 2, 2, 1, 1, 1, 1]),
    ...planFor("jobs", "jobs_dead", [many, 2, 2, 1, 1]),
    ...usePlans,
  ];
}
