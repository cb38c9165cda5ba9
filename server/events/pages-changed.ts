import type { Writing } from "../context";
import type { Database } from "../storage/port";

const channel = "pages";
/** Identifiers in one signal: as many as its payload has room for. */
const idsAtOnce = 200;
const everything = "*";

/** What visitors are shown of these audiences, pages, tenants or assets is no longer right: every process is told once it is committed. */
export async function pagesChanged({ db }: Pick<Writing, "db">, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += idsAtOnce) {
    await db.signal(channel, ids.slice(start, start + idsAtOnce).join(" "));
  }
}

/** What visitors are shown of any tenant may no longer be right. */
export async function allPagesChanged({ db }: Pick<Writing, "db">): Promise<void> {
  await db.signal(channel, everything);
}

interface Kept {
  /** Forgets what it keeps of an audience, a page, a tenant or an asset. */
  drop(id: string): void;
  clear(): void;
}

/** Empties it after a lost connection, because any signal may have been missed. */
export function keepFresh(db: Database, kept: Kept): () => void {
  const heard = (payload: string) => {
    if (payload === everything) kept.clear();
    else for (const id of payload.split(" ")) kept.drop(id);
  };
  return db.listen(channel, heard, () => kept.clear());
}
