import { readdirSync } from "node:fs";
import { constants, setPriority } from "node:os";

const priority = constants.priority.PRIORITY_BELOW_NORMAL;

/**
 * Lowers this process's priority, so that pages are answered first. On Linux every thread has a priority of its own and gives
 * it to the threads that it starts; the runtime's threads, which start those that draw, exist already.
 */
export function yieldToPages(): void {
  setPriority(priority);
  if (process.platform !== "linux") return;
  for (const thread of readdirSync("/proc/self/task")) {
    try {
      setPriority(Number(thread), priority);
    } catch {
      // The thread has ended.
    }
  }
}
