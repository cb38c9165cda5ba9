const probeMs = 10;

interface EventLoopProbe {
  /** The longest stall since the last call. */
  gauges(): Record<string, number>;
  close(): void;
}

/** Measures how long the event loop is held up: meanwhile no request is answered. */
export function watchEventLoop(): EventLoopProbe {
  let [stallMs, workMs] = [0, 0];
  let [seenAt, seenCpuMs] = [performance.now(), cpuMs()];
  const look = () => {
    const [now, cpu] = [performance.now(), cpuMs()];
    const delayMs = now - seenAt - probeMs;
    stallMs = Math.max(stallMs, delayMs);
    workMs = Math.max(workMs, Math.min(delayMs, cpu - seenCpuMs));
    [seenAt, seenCpuMs] = [now, cpu];
  };
  const timer = setInterval(look, probeMs);
  timer.unref();
  return {
    gauges() {
      look();
      const gauges = {
        event_loop_stall_seconds: stallMs / 1_000,
        // Our own work. The rest of a stall is a disk, or other programs on this machine.
        event_loop_stall_cpu_seconds: workMs / 1_000,
      };
      [stallMs, workMs] = [0, 0];
      return gauges;
    },
    close: () => clearInterval(timer),
  };
}

/** Processor time of this thread. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
