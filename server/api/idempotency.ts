import { createHash } from "node:crypto";
import type { Operation } from "../../contract";
import { Problem } from "../records/problem";
import { deleteAnswers, findPieces, insertAnswer } from "../records/stored-answers";
import type { Transaction } from "../storage/port";
import { sql } from "../storage/sql";

export const idempotencyTtlMs = 86_400_000;
/** Of a tenant's long answers: hundreds of changes to the largest records in a day. */
const maxLongBytes = 1_000_000_000;

export interface ChangeResult {
  status: number;
  /** A long one is several texts, one after the other. */
  body: string | string[];
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
  const answer = { operation: operation.id, idempotency_key: key };
  if (!(await tx.tryLock(lockName(tenantId, operation, key)))) throw new Problem("idempotency_in_progress");
  const stored = await tx.first<StoredAnswer>(sql`
    SELECT fingerprint, status, created_at, long_bytes, etag, response FROM idempotency
    WHERE tenant_id = ${tenantId} AND operation = ${operation.id} AND idempotency_key = ${key}`);
  if (!stored) return undefined;
  if (stored.created_at <= now - idempotencyTtlMs) {
    if (stored.long_bytes > 0) await deleteAnswers(tx, tenantId, [answer]);
    return undefined;
  }
  if (stored.fingerprint !== fingerprint) throw new Problem("idempotency_key_reused");
  const body = stored.long_bytes > 0 ? await findPieces(tx, tenantId, answer) : stored.response;
  return { status: stored.status, body, replayed: true, ...(stored.etag !== null && { tag: stored.etag }) };
}

interface StoredAnswer {
  fingerprint: string;
  status: number;
  created_at: number;
  long_bytes: number;
  etag: string | null;
  response: string;
}

/** Kept in the change's own transaction, so that a repeat finds it exactly when the change is there. */
export async function storeAnswer(
  tx: Transaction,
  request: IdempotentRequest,
  { status, output, body, tag }: Pick<ChangeResult, "status" | "body" | "tag"> & { output: unknown },
): Promise<void> {
  const { tenantId, operation, key, fingerprint, now } = request;
  const hidden = operation.shownOnce && Object.fromEntries(operation.shownOnce.map((field) => [field, null]));
  const response = hidden ? JSON.stringify({ ...(output as object), ...hidden }) : body;
  const answer = { operation: operation.id, idempotency_key: key, fingerprint, status, subject_id: subjectOf(output) };
  const texts = typeof response === "string" ? [response] : response;
  const isLong = (await insertAnswer(tx, tenantId, { ...answer, etag: tag ?? null, created_at: now }, texts)) > 0;
  if (isLong) await requireRoom(tx, tenantId, now);
}

/** Small requests may have large answers: without a bound, one tenant fills the disk with them. Nothing is changed when it is full. */
async function requireRoom(tx: Transaction, tenantId: string, now: number): Promise<void> {
  const kept = await tx.first<{ bytes: number }>(sql`
    SELECT sum(long_bytes) AS bytes FROM idempotency
    WHERE tenant_id = ${tenantId} AND long_bytes > 0 AND created_at > ${now - idempotencyTtlMs}`);
  if (Number(kept?.bytes) > maxLongBytes) throw new Problem("idempotency_full", { detail: fullDetail });
}

const fullDetail = `Long answers are kept for a day, and the tenant has ${maxLongBytes} bytes of them. Send this without an Idempotency-Key, or later`;

/** A resource's first field is its identifier. */
function subjectOf(output: unknown): string {
  return String(Object.values(output as object)[0]);
}

function lockName(tenantId: string, operation: Operation, key: string): string {
  return `idempotency ${tenantId} ${operation.id} ${key}`;
}
