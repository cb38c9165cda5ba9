import type { Dialect } from "../../../dialects";

export function audiences({ text, integer, tableOptions }: Dialect): string[] {
  return [
    `CREATE TABLE audiences (
      tenant_id ${text} NOT NULL,
      audience_id ${text} NOT NULL,
      page_id ${text} NOT NULL,
      status ${text} NOT NULL,
      person_id ${text},
      account_id ${text},
      external_id ${text},
      number ${integer},
      custom_name ${text},
      action_form_id_override ${text},
      action_form_instructions_override ${text},
      action_url_override ${text},
      metadata_override ${text},
      supplementary_context ${text},
      is_new_page_agent ${integer} NOT NULL,
      latest_version_id ${text} NOT NULL,
      published_version_id ${text} NOT NULL,
      versions_made ${integer} NOT NULL,
      created_at ${integer} NOT NULL,
      archived_at ${integer},
      PRIMARY KEY (tenant_id, audience_id)
    ) ${tableOptions}`,
    "CREATE INDEX audiences_page ON audiences (tenant_id, page_id, audience_id)",
    "CREATE INDEX audiences_status ON audiences (tenant_id, page_id, status, audience_id)",
    "CREATE INDEX audiences_person ON audiences (tenant_id, person_id, audience_id) WHERE person_id IS NOT NULL",
    "CREATE INDEX audiences_account ON audiences (tenant_id, account_id, audience_id) WHERE account_id IS NOT NULL",
    `CREATE UNIQUE INDEX audiences_external_id ON audiences (tenant_id, page_id, external_id) WHERE external_id IS NOT NULL`,

    // Whom an audience was for before, so that they can be erased from what was kept of it then.
    `CREATE TABLE former_persons (
      tenant_id ${text} NOT NULL,
      person_id ${text} NOT NULL,
      audience_id ${text} NOT NULL,
      PRIMARY KEY (tenant_id, person_id, audience_id)
    ) ${tableOptions}`,
  ];
}
