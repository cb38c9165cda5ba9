import type { Dialect } from "../../../dialects";

export function pages({ text, integer, tableOptions }: Dialect): string[] {
  return [
    `CREATE TABLE pages (
      tenant_id ${text} NOT NULL,
      page_id ${text} NOT NULL,
      name ${text} NOT NULL,
      title ${text} NOT NULL,
      page_context ${text} NOT NULL,
      page_type ${text} NOT NULL,
      status ${text} NOT NULL,
      status_before_archive ${text},
      brand_id ${text} NOT NULL,
      actions ${text} NOT NULL,
      action_card_widgets ${text} NOT NULL,
      footer_links ${text} NOT NULL,
      scripts ${text} NOT NULL,
      header_action_id ${text},
      metadata ${text},
      search ${text} NOT NULL,
      numbered_audiences ${integer} NOT NULL,
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL,
      archived_at ${integer},
      deleted_at ${integer},
      PRIMARY KEY (tenant_id, page_id)
    ) ${tableOptions}`,

    `CREATE TABLE page_topics (
      tenant_id ${text} NOT NULL,
      page_id ${text} NOT NULL,
      position ${integer} NOT NULL,
      topic_id ${text} NOT NULL,
      PRIMARY KEY (tenant_id, page_id, position)
    ) ${tableOptions}`,
    "CREATE INDEX page_topics_topic ON page_topics (tenant_id, topic_id)",
    "CREATE INDEX topics_default ON topics (tenant_id, sort_order, topic_id) WHERE is_default = 1",

    `CREATE TABLE brands (
      tenant_id ${text} NOT NULL,
      brand_id ${text} NOT NULL,
      name ${text} NOT NULL,
      colors ${text} NOT NULL,
      logo ${text},
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, brand_id)
    ) ${tableOptions}`,

    `CREATE TABLE forms (
      tenant_id ${text} NOT NULL,
      form_id ${text} NOT NULL,
      name ${text} NOT NULL,
      instructions ${text},
      fields ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, form_id)
    ) ${tableOptions}`,
    `INSERT INTO forms (tenant_id, form_id, name, instructions, fields, created_at, updated_at)
      SELECT tenant_id, 'form_00000000000000000000000000', 'Contact', NULL, '${builtInFields}', created_at, created_at FROM tenants`,
  ];
}

const builtInFields = JSON.stringify([
  { name: "name", label: "Name", type: "text", required: false, options: [] },
  { name: "email", label: "E-mail", type: "email", required: true, options: [] },
  { name: "message", label: "Message", type: "textarea", required: false, options: [] },
]);
