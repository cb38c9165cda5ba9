/** Only live versions keep a rendered page. Others are rendered from their documents when somebody looks at them. */
export function livePages(): string[] {
  return [
    `DELETE FROM version_pages WHERE NOT EXISTS (
      SELECT 1 FROM audiences AS audience
      WHERE audience.tenant_id = version_pages.tenant_id AND audience.audience_id = version_pages.audience_id
        AND audience.published_version_id = version_pages.version_id)`,
  ];
}
