import { createHash } from "node:crypto";
import type { Operation } from "../../contract";
import { Problem } from "../records/problem";
import type { Transaction } from "../storage/port";
import { sql } from "../storage/sql";

export const idempotencyTtlMs = 86_400_000;

export interface ChangeResult {
  status: number;
  body: string;
  replayed: boolean;
  /** Its ETag, if it has one and that is known already. */
  tag?: string | undefined;
}

export interface IdempotentRequest {
  tenantId: string;
  operation: Operation;
  key: string;
  /** Path, query and body: what makes two requests the same one. */
  fingerprint: string;
  now: number;
}

export function fingerprintOf(pathAndQuery: string, body: string): string {
  return createHash("sha256").update(pathAndQuery).update("\n").update(body).digest("base64url");
}

/** Keys whose first request is still running in this process. */
export function createRunningKeys() {
  const running = new Set<string>();
  return async <Result>({ tenantId, operation, key }: IdempotentRequest, work: () => Promise<Result>): Promise<Result> => {
    const name = lockName(tenantId, operation, key);
    if (running.has(name)) throw new Problem("idempotency_in_progress");
    running.add(name);
    try {
      return await work();
    } finally {
      running.delete(name);
    }
  };
}

/** The stored answer of the same request, if there is one. */
export async function findStoredAnswer(tx: Transaction, request: IdempotentRequest): Promise<ChangeResult | undefined> {
  const { tenantId, operation, key, fingerprint, now } = request;
  if (!(await tx.tryLock(lockName(tenantId, operation, key)))) throw new Problem("idempotency_in_progress");
  const stored = await tx.first<{ fingerprint: string; status: number; response: string }>(sql`
    SELECT fingerprint, status, response FROM idempotency
    WHERE tenant_id = ${tenantId} AND operation = ${operation.id} AND idempotency_key = ${key} AND created_at > ${now - idempotencyTtlMs}`);
  if (!stored) return undefined;
  if (stored.fingerprint !== fingerprint) throw new Problem("idempotency_key_reused");
  return { status: stored.status, body: stored.response, replayed: true };
}

/** Kept in the change's own transaction, so that a repeat finds it exactly when the change is there. */
export async function storeAnswer(
  tx: Transaction,
  request: IdempotentRequest,
  { status, output, body }: { status: number; output: unknown; body: string },
): Promise<void> {
  const { tenantId, operation, key, fingerprint, now } = request;
  const hidden = operation.shownOnce && Object.fromEntries(operation.shownOnce.map((field) => [field, null]));
  const response = hidden ? JSON.stringify({ ...(output as object), ...hidden }) : body;
  await tx.run(sql`
    INSERT INTO idempotency (tenant_id, operation, idempotency_key, fingerprint, status, subject_id, response, created_at)
    VALUES (${tenantId}, ${operation.id}, ${key}, ${fingerprint}, ${status}, ${subjectOf(output)}, ${response}, ${now})
    ON CONFLICT (tenant_id, operation, idempotency_key) DO UPDATE SET
      fingerprint = excluded.fingerprint, status = excluded.status, subject_id = excluded.subject_id, response = excluded.response, created_at = excluded.created_at`);
}

/** A resource's first field is its identifier. */
function subjectOf(output: unknown): string {
  return String(Object.values(output as object)[0]);
}

function lockName(tenantId: string, operation: Operation, key: string): string {
  return `idempotency ${tenantId} ${operation.id} ${key}`;
}
