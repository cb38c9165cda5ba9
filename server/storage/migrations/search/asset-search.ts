const labelMark = "\u0001";
const tags = `replace(replace(replace(tags, '["', ''), '"]', ''), '","', ' ')`;

/** Assets that are not in the trash are searched too. */
export function assetSearch(): string[] {
  return [
    `INSERT INTO search_pending (tenant_id, kind, record_key, labels, text, is_folded)
      SELECT tenant_id, 'assets', asset_id, '${labelMark}' || type || '${labelMark}',
        lower(name || ' ' || ${tags} || ' ' || ai_description), 0
      FROM assets WHERE trashed_at IS NULL`,
    // As for everything that was there before the index: the jobs fold the texts and put them into blocks.
    `INSERT INTO jobs (tenant_id, job_id, kind, lane, payload, ready, due_at, attempts, created_at)
      SELECT tenant_id, 'job_search_assets', 'addToSearchBlocks', 'upkeep', '{"kind":"assets"}', 1, 0, 0, 0
      FROM search_pending WHERE kind = 'assets' GROUP BY tenant_id`,
  ];
}
