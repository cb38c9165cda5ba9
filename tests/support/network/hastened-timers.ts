export interface HastenedTimers extends Disposable {
  /** How many there were. */
  count: number;
}

/** Until it is disposed, every new timer of `fromMs` takes `toMs`, so that a long wait can be tested without waiting. */
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
