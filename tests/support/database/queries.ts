import type { Database, Reader, Transaction } from "../../../server/storage/port";
import type { Sql } from "../../../server/storage/sql";

/** What a service asks its database while `work` runs. */
export interface Recorded {
  /** Texts of its queries, with a question mark for each value. */
  texts: Set<string>;
  /** For each transaction, the rows that it was shown and that it changed. */
  rows: number[];
  /** Each statement that changed something, and how many rows. */
  changes: { text: string; rows: number }[];
}

export async function recordQueries(db: Database, work: () => Promise<unknown>): Promise<Recorded> {
  const recorded: Recorded = { texts: new Set(), rows: [], changes: [] };
  const note = (query: Sql) => recorded.texts.add(query.pieces.join("?"));
  const noting = ({ first, all }: Reader, saw: (rows: number) => void): Reader => ({
    async first<Row>(query: Sql) {
      note(query);
      const row = await first<Row>(query);
      saw(row === undefined ? 0 : 1);
      return row;
    },
    async all<Row>(query: Sql) {
      note(query);
      const rows = await all<Row>(query);
      saw(rows.length);
      return rows;
    },
  });
  const { first, all, transaction } = db;
  const counted = <Result>(change: (tx: Transaction) => Promise<Result>) =>
    transaction(async (tx) => {
      let rows = 0;
      const saw = (more: number) => {
        rows += more;
      };
      const run = async (query: Sql) => {
        note(query);
        const changed = await tx.run(query);
        if (changed > 0) recorded.changes.push({ text: query.pieces.join("?"), rows: changed });
        saw(changed);
        return changed;
      };
      const result = await change({ ...tx, ...noting(tx, saw), run });
      recorded.rows.push(rows);
      return result;
    });
  Object.assign(
    db,
    noting(db, () => {}),
    { transaction: counted },
  );
  try {
    await work();
  } finally {
    Object.assign(db, { first, all, transaction });
  }
  return recorded;
}
