export interface HastenedTimers extends Disposable {
  /** How many there were. */
  count: number;
}

/** Until it is disposed, every new timer of `fromMs` takes `toMs`: a test of a long wait that takes no time, and knows the wait. */
export function hastenTimers(fromMs: number, toMs: number): HastenedTimers {
  const { setTimeout, setInterval } = globalThis;
  const timers = {
    count: 0,
    [Symbol.dispose]() {
      Object.assign(globalThis, { setTimeout, setInterval });
    },
  };
  const hastened = (ms: number | undefined) => {
    if (ms !== fromMs) return ms;
    timers.count += 1;
    return toMs;
  };
  Object.assign(globalThis, {
    setTimeout: (work: () => void, ms?: number) => setTimeout(work, hastened(ms)),
    setInterval: (work: () => void, ms?: number) => setInterval(work, hastened(ms)),
  });
  return timers;
}
