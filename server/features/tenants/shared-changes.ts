import type { Reading, Writing } from "../../context";
import { sql } from "../../storage/sql";

/** When something last changed that all pages of the tenant show. */
interface SharedChanges {
  default_topic_removed_at: number;
  default_language_changed_at: number;
}

export async function sharedChanges({ db, tenantId }: Reading): Promise<SharedChanges> {
  const row = await db.first<SharedChanges>(sql`
    SELECT default_topic_removed_at, default_language_changed_at FROM tenants WHERE tenant_id = ${tenantId}`);
  return row ?? { default_topic_removed_at: 0, default_language_changed_at: 0 };
}

export async function defaultTopicRemoved({ db, tenantId, now }: Writing): Promise<void> {
  await db.run(sql`UPDATE tenants SET default_topic_removed_at = ${now} WHERE tenant_id = ${tenantId}`);
}

export async function defaultLanguageChanged({ db, tenantId, now }: Writing): Promise<void> {
  await db.run(sql`UPDATE tenants SET default_language_changed_at = ${now} WHERE tenant_id = ${tenantId}`);
}
