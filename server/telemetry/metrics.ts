const bucketsMs = [0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 1_000, 5_000];

export interface Metrics {
  /** Counts an answer by what was asked for and its status, and its duration. */
  observe(target: string, status: number, ms: number): void;
  /** Prometheus text; gauges are read when asked, each by its name and labels, those of one name together. */
  render(gauges: Record<string, number>): string;
}

interface State {
  statuses: Map<number, number>;
  buckets: number[];
  sumMs: number;
}

interface Named {
  /** `request` gives `foyer_requests_total` and `foyer_request_seconds`. */
  name: string;
  /** The label that says what was asked for. */
  label: string;
}

const apiRequests: Named = { name: "request", label: "operation" };
export const visitorRequests: Named = { name: "visitor_request", label: "route" };

export function createMetrics(named: Named = apiRequests): Metrics {
  const states = new Map<string, State>();
  return {
    observe(target, status, ms) {
      let state = states.get(target);
      if (!state) {
        state = { statuses: new Map(), buckets: bucketsMs.map(() => 0), sumMs: 0 };
        states.set(target, state);
      }
      count(state, status, ms);
    },
    render: (gauges) => render(named, states, gauges),
  };
}

function count(state: State, status: number, ms: number): void {
  state.statuses.set(status, (state.statuses.get(status) ?? 0) + 1);
  state.sumMs += ms;
  let bucket = 0;
  while (bucket < bucketsMs.length && ms > (bucketsMs[bucket] as number)) bucket += 1;
  if (bucket < bucketsMs.length) (state.buckets[bucket] as number) += 1;
}

function render({ name, label }: Named, states: Map<string, State>, gauges: Record<string, number>): string {
  const [total, seconds] = [`foyer_${name}s_total`, `foyer_${name}_seconds`];
  const lines = [`# TYPE ${total} counter`, `# TYPE ${seconds} histogram`];
  for (const [target, { statuses, buckets, sumMs }] of states) {
    if (statuses.size === 0) continue;
    const labelled = `${label}="${target}"`;
    let answers = 0;
    for (const [status, count] of statuses) {
      answers += count;
      lines.push(`${total}{${labelled},status="${status}"} ${count}`);
    }
    let below = 0;
    buckets.forEach((count, index) => {
      below += count;
      lines.push(`${seconds}_bucket{${labelled},le="${(bucketsMs[index] as number) / 1_000}"} ${below}`);
    });
    lines.push(`${seconds}_bucket{${labelled},le="+Inf"} ${answers}`);
    lines.push(`${seconds}_sum{${labelled}} ${sumMs / 1_000}`, `${seconds}_count{${labelled}} ${answers}`);
  }
  const typed = new Set<string>();
  for (const [series, value] of Object.entries(gauges)) {
    const [gauge] = series.split("{", 1) as [string];
    if (!typed.has(gauge)) lines.push(`# TYPE foyer_${gauge} ${gauge.endsWith("_total") ? "counter" : "gauge"}`);
    typed.add(gauge);
    lines.push(`foyer_${series} ${value}`);
  }
  return `${lines.join("\n")}\n`;
}
