import type { Dialect } from "../../../dialects";

export function domainsAndLinks({ text, integer, tableOptions }: Dialect): string[] {
  return [
    `CREATE TABLE domains (
      tenant_id ${text} NOT NULL,
      domain_id ${text} NOT NULL,
      domain ${text} NOT NULL,
      token ${text} NOT NULL,
      verified_at ${integer},
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, domain_id)
    ) ${tableOptions}`,
    "CREATE UNIQUE INDEX domains_domain ON domains (tenant_id, domain)",
    // Whoever proves a domain has it: visitors come with nothing but its name.
    "CREATE UNIQUE INDEX domains_verified ON domains (domain) WHERE verified_at IS NOT NULL",

    // domain_key is the domain's identifier, and empty on the service's own host: NULLs would never collide.
    `CREATE TABLE page_links (
      tenant_id ${text} NOT NULL,
      page_link_id ${text} NOT NULL,
      domain_key ${text} NOT NULL,
      path ${text} NOT NULL,
      target_type ${text} NOT NULL,
      audience_id ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL,
      deleted_at ${integer},
      PRIMARY KEY (tenant_id, page_link_id)
    ) ${tableOptions}`,
    "CREATE UNIQUE INDEX page_links_path ON page_links (tenant_id, domain_key, path) WHERE deleted_at IS NULL",
    "CREATE INDEX page_links_domain ON page_links (tenant_id, domain_key, page_link_id) WHERE deleted_at IS NULL",
    "CREATE INDEX page_links_audience ON page_links (tenant_id, audience_id, page_link_id)",

    // Where a link led before: an audience's person may still be in its path.
    `CREATE TABLE former_targets (
      tenant_id ${text} NOT NULL,
      audience_id ${text} NOT NULL,
      page_link_id ${text} NOT NULL,
      PRIMARY KEY (tenant_id, audience_id, page_link_id)
    ) ${tableOptions}`,
  ];
}
