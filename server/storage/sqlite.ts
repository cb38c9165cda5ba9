import { Database as Connection } from "bun:sqlite";
import { sqliteDialect } from "./dialects";
import type { Database } from "./port";
import { erasedChannel, Listeners } from "./signals";
import { readSnapshot, SharedReader } from "./sqlite/reader";
import { SqliteWriter } from "./sqlite/writer";

/** How often we look whether another process, the command line, has changed something: it can't signal. */
const watchMs = 500;
const oldestSqlite = "3.51.3";

export function openSqlite(file: string): Database {
  refuseOldSqlite(sqliteVersion());
  const listeners = new Listeners();
  const writer = new SqliteWriter(file);
  const reader = new SharedReader(file, writer.watch);
  writer.beforeCommit = () => reader.hold();
  writer.afterSync = () => reader.release();
  writer.afterCommit = (signals) => {
    for (const signal of signals) listeners.tell(signal);
  };
  listeners.add(erasedChannel, () => writer.emptyLog());
  let watching: ReturnType<typeof setInterval> | undefined;
  // Once listeners were told that another process has written, reads must not use an older snapshot.
  const watch = () => {
    if (reader.isHeld || !writer.sawOthers()) return;
    reader.endSnapshot();
    listeners.tellAllMissed();
  };
  return {
    dialect: sqliteDialect,
    first: (query) => reader.first(query),
    all: (query) => reader.all(query),
    transaction: (work, options) => writer.transaction(work, options),
    write: (write) => writer.write(write),
    snapshot: (work) => readSnapshot(file, work),
    listen(channel, heard, missed) {
      watching ??= setInterval(watch, watchMs);
      return listeners.add(channel, heard, missed);
    },
    trouble: () => writer.watch.trouble(),
    gauges: () => writer.gauges(),
    async close() {
      clearInterval(watching);
      await writer.finish();
      reader.close();
      writer.close();
    },
  };
}

export function sqliteVersion(): string {
  const memory = new Connection(":memory:");
  const { version } = memory.query("SELECT sqlite_version() AS version").get() as { version: string };
  memory.close();
  return version;
}

/** Older ones can lose a commit when two processes reset the write-ahead log at once. */
export function refuseOldSqlite(version: string): void {
  const number = (text: string) => text.split(".").reduce((sum, part) => sum * 1_000 + Number(part), 0);
  if (number(version) < number(oldestSqlite)) {
    throw new Error(`SQLite ${version} is too old: Foyer needs ${oldestSqlite} or later`);
  }
}
