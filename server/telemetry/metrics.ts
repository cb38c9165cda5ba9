const bucketsMs = [0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 1_000, 5_000];

export interface Metrics {
  /** Counts an answer of an operation by its status, and its duration. */
  observe(operation: string, status: number, ms: number): void;
  /** Prometheus text; gauges are read when asked, each by its name and labels, those of one name together. */
  render(gauges: Record<string, number>): string;
}

interface State {
  statuses: Map<number, number>;
  buckets: number[];
  sumMs: number;
}

export function createMetrics(): Metrics {
  const states = new Map<string, State>();
  return {
    observe(operation, status, ms) {
      let state = states.get(operation);
      if (!state) {
        state = { statuses: new Map(), buckets: bucketsMs.map(() => 0), sumMs: 0 };
        states.set(operation, state);
      }
      count(state, status, ms);
    },
    render: (gauges) => render(states, gauges),
  };
}

function count(state: State, status: number, ms: number): void {
  state.statuses.set(status, (state.statuses.get(status) ?? 0) + 1);
  state.sumMs += ms;
  let bucket = 0;
  while (bucket < bucketsMs.length && ms > (bucketsMs[bucket] as number)) bucket += 1;
  if (bucket < bucketsMs.length) (state.buckets[bucket] as number) += 1;
}

function render(states: Map<string, State>, gauges: Record<string, number>): string {
  const lines = ["# TYPE foyer_requests_total counter", "# TYPE foyer_request_seconds histogram"];
  for (const [operation, { statuses, buckets, sumMs }] of states) {
    if (statuses.size === 0) continue;
    const label = `operation="${operation}"`;
    let total = 0;
    for (const [status, count] of statuses) {
      total += count;
      lines.push(`foyer_requests_total{${label},status="${status}"} ${count}`);
    }
    let below = 0;
    buckets.forEach((count, index) => {
      below += count;
      lines.push(`foyer_request_seconds_bucket{${label},le="${(bucketsMs[index] as number) / 1_000}"} ${below}`);
    });
    lines.push(`foyer_request_seconds_bucket{${label},le="+Inf"} ${total}`);
    lines.push(`foyer_request_seconds_sum{${label}} ${sumMs / 1_000}`, `foyer_request_seconds_count{${label}} ${total}`);
  }
  const typed = new Set<string>();
  for (const [series, value] of Object.entries(gauges)) {
    const [name] = series.split("{", 1) as [string];
    if (!typed.has(name)) lines.push(`# TYPE foyer_${name} ${name.endsWith("_total") ? "counter" : "gauge"}`);
    typed.add(name);
    lines.push(`foyer_${series} ${value}`);
  }
  return `${lines.join("\n")}\n`;
}
