import { findKeyByHash, hashSecret } from "../../../server/features/api-keys";
import { createIds } from "../../../server/records/ids";
import type { Database } from "../../../server/storage/port";
import { sql } from "../../../server/storage/sql";
import type { Api } from "../service/api";

const newId = createIds(Date.now);

/** The tenant of a client's key. */
export async function tenantIdOf(db: Database, { key }: Api): Promise<string> {
  const row = await findKeyByHash(db, hashSecret(key));
  if (!row) throw new Error("The client's key is of no tenant");
  return row.tenant_id;
}

/** Inserts the row of a page, without the API. */
export async function addPage(db: Database, tenantId: string): Promise<string> {
  const pageId = newId("page");
  const now = Date.now();
  await db.transaction((tx) =>
    tx.run(sql`
      INSERT INTO pages (tenant_id, page_id, name, title, page_context, page_type, status, brand_id, actions, action_card_widgets,
        footer_links, scripts, numbered_audiences, created_at, updated_at)
      VALUES (${tenantId}, ${pageId}, 'Page', 'Page', 'Context', 'inbound', 'published', 'none', '[]', '[]', '[]', '[]', 0, ${now}, ${now})`),
  );
  return pageId;
}

interface NewAudience {
  pageId?: string;
  personId?: string;
  accountId?: string;
}

/** Inserts the row of an audience, without the API. */
export async function addAudience(
  db: Database,
  tenantId: string,
  { pageId = newId("page"), personId, accountId }: NewAudience = {},
): Promise<string> {
  const audienceId = newId("audience");
  const versionId = newId("version");
  await db.transaction((tx) =>
    tx.run(sql`
      INSERT INTO audiences (tenant_id, audience_id, page_id, status, person_id, account_id, is_new_page_agent, latest_version_id,
        published_version_id, versions_made, messages_made, created_at)
      VALUES (${tenantId}, ${audienceId}, ${pageId}, 'published', ${personId ?? null}, ${accountId ?? null}, 1, ${versionId},
        ${versionId}, 1, 0, ${Date.now()})`),
  );
  return audienceId;
}

/** Inserts the row of a question, without the visitors' listener. */
export async function addQuestion(
  db: Database,
  tenantId: string,
  {
    text = "Where is my order?",
    status = "unanswered",
    pageId = newId("page"),
    audienceId = newId("audience"),
    accountId = null as string | null,
  } = {},
): Promise<string> {
  const questionId = newId("question");
  const now = Date.now();
  await db.transaction((tx) =>
    tx.run(sql`
      INSERT INTO questions (tenant_id, question_id, page_id, audience_id, account_id, text, status, chunk_ids, score, asked_at, updated_at)
      VALUES (${tenantId}, ${questionId}, ${pageId}, ${audienceId}, ${accountId}, ${text}, ${status}, '[]', 0.125, ${now}, ${now})`),
  );
  return questionId;
}
