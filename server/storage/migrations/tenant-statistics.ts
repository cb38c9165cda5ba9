import type { Dialect } from "../dialects";

/**
 * PostgreSQL is told once that every tenant has half of a table, and keeps no statistics of tenants. It would take a tenant that
 * these don't know for one with a single row, and compare all its rows with each other. Repeat this for a new table.
 */
export function tenantStatistics({ engine }: Dialect): string[] {
  if (engine !== "postgres") return [];
  return [
    `DO $$
      DECLARE found text;
      BEGIN
        FOR found IN SELECT table_name FROM information_schema.columns
          WHERE table_schema = current_schema() AND column_name = 'tenant_id'
        LOOP
          EXECUTE format('ALTER TABLE %I ALTER COLUMN tenant_id SET STATISTICS 0', found);
          -- Before version 18, which can't be told, a tenant is taken for one of two hundred.
          IF current_setting('server_version_num')::integer >= 180000 THEN
            PERFORM pg_restore_attribute_stats('schemaname', current_schema()::text, 'relname', found, 'attname', 'tenant_id',
              'inherited', false, 'null_frac', 0::real, 'avg_width', 30, 'n_distinct', 2::real);
          END IF;
        END LOOP;
      END
    $$`,
  ];
}
