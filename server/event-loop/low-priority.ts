import { dlopen, FFIType, ptr } from "bun:ffi";
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
  const lower = schedulerCall();
  for (const thread of readdirSync("/proc/self/task")) {
    try {
      setPriority(Number(thread), priority);
      lower?.(Number(thread));
    } catch {
      // The thread has ended.
    }
  }
}

/** The number of `sched_setattr`, for which older C libraries have no function. */
const callNumbers: Partial<Record<string, number>> = { x64: 314, arm64: 274 };
const batchPolicy = 3;
/** The longest that Linux takes. */
const sliceNs = 100_000_000n;

/**
 * A thread keeps its processor for a slice, 1 to 3 ms, however low its priority, unless one with a shorter slice wakes up: with
 * the longest slice, pages don't wait for it. Its share of the time stays the same. Linux knows this since 6.12.
 */
function schedulerCall(): ((thread: number) => void) | undefined {
  const callNumber = callNumbers[process.arch];
  if (callNumber === undefined) return undefined;
  const { i64, i32, u32, ptr: pointer } = FFIType;
  try {
    const { symbols } = dlopen("libc.so.6", { syscall: { args: [i64, i32, pointer, u32], returns: i64 } });
    return (thread) => void symbols.syscall(callNumber, thread, ptr(schedulingAttributes()), 0);
  } catch {
    // Another C library: the priority has to do.
    return undefined;
  }
}

/** `struct sched_attr`, in its first form. */
function schedulingAttributes(): DataView {
  const attributes = new DataView(new ArrayBuffer(48));
  attributes.setUint32(0, attributes.byteLength, true);
  attributes.setUint32(4, batchPolicy, true);
  attributes.setInt32(16, priority, true);
  attributes.setBigUint64(24, sliceNs, true);
  return attributes;
}
