export interface ReaderOptions {
  /** Read in turn. */
  requests: { url: string; headers: Record<string, string> }[];
  everyMs: number;
}

/** When an answer was asked for, by the clock of all processes, and how long it took. */
export interface Read {
  at: number;
  ms: number;
  status: number;
}

const flushMs = 20;

if (import.meta.main) readSteadily(JSON.parse(process.argv[2] as string) as ReaderOptions);

/** Asks at a steady pace, whether the answers before have come or not, and writes a line of JSON for each answer. */
function readSteadily({ requests, everyMs }: ReaderOptions): void {
  let lines: string[] = [];
  let count = 0;
  setInterval(async () => {
    const { url, headers } = requests[count++ % requests.length] as ReaderOptions["requests"][number];
    const started = performance.now();
    const status = await fetch(url, { headers }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
    const read: Read = { at: performance.timeOrigin + started, ms: performance.now() - started, status };
    lines.push(JSON.stringify(read));
  }, everyMs);
  setInterval(() => {
    if (lines.length > 0) process.stdout.write(`${lines.join("\n")}\n`);
    lines = [];
  }, flushMs);
}
