import { Database as Connection } from "bun:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { isDamage } from "./file-watch";

/**
 * `copy` yields to readers, and to writers, who go on meanwhile. `truncate` waits for readers for a while, and empties the log: that can
 * take the system longer than copying all of it.
 */
export type LogWork = "copy" | "truncate";

export interface LogWorkDone {
  isComplete: boolean;
  isDamaged: boolean;
}

const patienceMs = 100;

const port = parentPort;
if (!port) throw new Error("This file is a thread's");
const connection = new Connection(workerData as string, { create: false, readwrite: true });
// The log is made durable before it is copied, and the file after it.
connection.run("PRAGMA synchronous = NORMAL");
connection.run(`PRAGMA busy_timeout = ${patienceMs}`);
const checkpoints = {
  copy: connection.prepare("PRAGMA wal_checkpoint(PASSIVE)"),
  truncate: connection.prepare("PRAGMA wal_checkpoint(TRUNCATE)"),
};

port.on("message", (work: LogWork | "close") => {
  if (work !== "close") return port.postMessage(done(work));
  for (const statement of Object.values(checkpoints)) statement.finalize();
  connection.close();
  port.close();
});

function done(work: LogWork): LogWorkDone {
  try {
    const { busy } = checkpoints[work].get() as { busy: number };
    return { isComplete: busy === 0, isDamaged: false };
  } catch (error) {
    // A full disk, say. What is in the log is safe there.
    return { isComplete: false, isDamaged: isDamage(error) };
  }
}
