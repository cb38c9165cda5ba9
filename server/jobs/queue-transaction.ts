import type { Database, Reader, Transaction } from "../storage/port";

/**
 * A transaction over the jobs of all tenants. Their number changes faster than statistics do, so a plan made for an empty
 * queue must not be kept for a long one: here the planner always follows the indexes.
 */
export function queueTransaction<Result>(db: Database, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  return db.transaction((tx) => followingIndexes(db, tx, work));
}

/** The same for reading alone. */
export function readQueue<Result>(db: Database, work: (reader: Reader) => Promise<Result>): Promise<Result> {
  return db.dialect.followIndexes ? db.snapshot((reader) => followingIndexes(db, reader, work)) : work(db);
}

async function followingIndexes<On extends Reader, Result>(
  { dialect }: Database,
  on: On,
  work: (on: On) => Promise<Result>,
): Promise<Result> {
  const set = dialect.followIndexes ? on.all(dialect.followIndexes) : undefined;
  const [result] = await Promise.all([work(on), set]);
  return result;
}
