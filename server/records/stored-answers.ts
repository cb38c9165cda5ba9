import type { Transaction } from "../storage/port";
import { among, sql } from "../storage/sql";

/** A longer answer is kept in pieces, so that storing, reading and removing it holds up nobody. */
const pieceLength = 250_000;
const piecesAtOnce = 4;

/** An answer that is kept for a repeat of its request. */
export interface StoredAnswerKey {
  operation: string;
  idempotency_key: string;
}

interface NewAnswer extends StoredAnswerKey {
  fingerprint: string;
  status: number;
  subject_id: string;
  etag: string | null;
  created_at: number;
}

/** The texts together are the answer. Returns how many bytes it takes, if it is a long one. */
export async function insertAnswer(
  tx: Transaction,
  tenantId: string,
  answer: NewAnswer,
  texts: readonly string[],
): Promise<number> {
  const { operation, idempotency_key, fingerprint, status, subject_id, etag, created_at } = answer;
  const [first = "", ...more] = pieces(texts);
  const isLong = more.length > 0;
  let longBytes = 0;
  for (const [piece, body] of isLong ? [first, ...more].entries() : []) {
    longBytes += Buffer.byteLength(body);
    await tx.run(sql`
      INSERT INTO answer_pieces (tenant_id, operation, idempotency_key, piece, body)
      VALUES (${tenantId}, ${operation}, ${idempotency_key}, ${piece}, ${body})`);
  }
  await tx.run(sql`
    INSERT INTO idempotency (tenant_id, operation, idempotency_key, fingerprint, status, subject_id, created_at, long_bytes, etag, response)
    VALUES (${tenantId}, ${operation}, ${idempotency_key}, ${fingerprint}, ${status}, ${subject_id}, ${created_at}, ${longBytes}, ${etag},
      ${isLong ? "" : first})
    ON CONFLICT (tenant_id, operation, idempotency_key) DO UPDATE SET
      fingerprint = excluded.fingerprint, status = excluded.status, subject_id = excluded.subject_id, created_at = excluded.created_at,
      long_bytes = excluded.long_bytes, etag = excluded.etag, response = excluded.response`);
  return longBytes;
}

/** Of a long answer: all its text, some at a time. */
export async function findPieces(tx: Transaction, tenantId: string, answer: StoredAnswerKey): Promise<string[]> {
  const found: string[] = [];
  for (;;) {
    const piece = await tx.first<{ body: string }>(sql`
      SELECT body FROM answer_pieces
      WHERE tenant_id = ${tenantId} AND operation = ${answer.operation} AND idempotency_key = ${answer.idempotency_key}
        AND piece = ${found.length}`);
    if (!piece) return found;
    found.push(piece.body);
  }
}

/** Returns how many answers are gone. */
export async function deleteAnswers(tx: Transaction, tenantId: string, answers: readonly StoredAnswerKey[]): Promise<number> {
  let count = 0;
  for (const [operation, some] of Map.groupBy(answers, (answer) => answer.operation)) {
    const operationFilter = sql`tenant_id = ${tenantId} AND operation = ${operation}`;
    const keysOf = (found: readonly StoredAnswerKey[]) => among(found.map(({ idempotency_key }) => idempotency_key));
    const deleted = await tx.all<StoredAnswerKey>(sql`
      DELETE FROM idempotency WHERE ${operationFilter} AND idempotency_key ${keysOf(some)} RETURNING operation, idempotency_key`);
    count += deleted.length;
    // An answer that has taken the place of a deleted one meanwhile keeps its pieces.
    while (
      (await tx.run(sql`
        DELETE FROM answer_pieces WHERE ${operationFilter} AND (idempotency_key, piece) IN (
          SELECT idempotency_key, piece FROM answer_pieces WHERE ${operationFilter} AND idempotency_key ${keysOf(deleted)}
          LIMIT ${piecesAtOnce})`)) === piecesAtOnce
    );
  }
  return count;
}

/** Cut before a comma where there is one: an identifier is never in two pieces, and can be searched for in each. */
function* pieces(texts: readonly string[]): Generator<string> {
  let rest = "";
  for (const text of texts) {
    rest += text;
    while (rest.length > pieceLength) {
      const comma = rest.lastIndexOf(",", pieceLength);
      const end = comma > 0 ? comma : isWithinPair(rest, pieceLength) ? pieceLength - 1 : pieceLength;
      yield rest.slice(0, end);
      rest = rest.slice(end);
    }
  }
  yield rest;
}

/** Whether a character outside of the first 65,536 would be cut in two. */
function isWithinPair(text: string, end: number): boolean {
  const unit = text.charCodeAt(end - 1);
  return unit >= 0xd800 && unit < 0xdc00;
}
