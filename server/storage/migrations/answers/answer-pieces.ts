import type { Dialect } from "../../dialects";
import { many } from "../sizes";
import { tenantStatistics } from "../tenant-statistics";

/** Long answers stored for a repeat are kept in pieces, because no statement may take long. How long they are is kept with the row. */
export function answerPieces(dialect: Dialect): string[] {
  const { text, integer, planFor, usePlans } = dialect;
  return [
    `ALTER TABLE idempotency ADD COLUMN long_bytes ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE idempotency ADD COLUMN etag ${text}`,
    "CREATE INDEX idempotency_long ON idempotency (tenant_id, created_at, long_bytes) WHERE long_bytes > 0",
    `CREATE TABLE answer_pieces (
      tenant_id ${text} NOT NULL,
      operation ${text} NOT NULL,
      idempotency_key ${text} NOT NULL,
      piece ${integer} NOT NULL,
      body ${text} NOT NULL,
      PRIMARY KEY (tenant_id, operation, idempotency_key, piece)
    )`,
    ...planFor("idempotency", "idempotency_long", [many / 100, 100, 1, 1]),
    ...planFor("answer_pieces", "sqlite_autoindex_answer_pieces_1", [many / 10, 1_000, 100, 10, 1]),
    ...tenantStatistics(dialect),
    ...usePlans,
  ];
}
