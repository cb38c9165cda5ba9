/** Until it is disposed, every new timer of `fromMs` takes `toMs`: a test of a long wait that takes no time, and knows the wait. */
export function hastenTimers(fromMs: number, toMs: number): Disposable {
  const { setTimeout, setInterval } = globalThis;
  const hastened = (ms: number | undefined) => (ms === fromMs ? toMs : ms);
  Object.assign(globalThis, {
    setTimeout: (work: () => void, ms?: number) => setTimeout(work, hastened(ms)),
    setInterval: (work: () => void, ms?: number) => setInterval(work, hastened(ms)),
  });
  return {
    [Symbol.dispose]() {
      Object.assign(globalThis, { setTimeout, setInterval });
    },
  };
}
