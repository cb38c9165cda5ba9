import { expect, test } from "bun:test";
import { createJobGauges } from "../../server/jobs/gauges";
import type { Lane } from "../../server/jobs/lanes";
import { jobTypes, recurringJobs } from "../../server/main";
import type { Database, Reader } from "../../server/storage/port";
import { among, sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";

onBothEngines("jobs in /metrics", (engine) => {
  const service = useService(engine);

  interface Seed {
    kind: string;
    lane?: Lane;
    count: number;
    dueIn: number;
    claimedBy?: string;
    dead?: boolean;
  }

  /** Of kinds that the service leaves alone. */
  async function insert({ kind, lane = "builds", count, dueIn, claimedBy, dead }: Seed): Promise<void> {
    const now = Date.now();
    const isReady = dueIn <= 0 && claimedBy === undefined && !dead;
    await service().db.transaction((tx) =>
      tx.run(sql`
        INSERT INTO jobs (tenant_id, job_id, kind, lane, payload, ready, waits_from, due_at, attempts, claimed_by, dead_at, created_at)
        WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${count})
        SELECT CASE WHEN number % 2 = 0 THEN 'tenant_a' ELSE 'tenant_b' END, ${crypto.randomUUID()} || number, ${kind}, ${lane}, 'null',
          ${isReady ? 1 : 0}, ${now}, ${now + dueIn}, 0, ${claimedBy ?? null}, ${dead ? now : null}, ${now} FROM numbers`),
    );
  }

  const metrics = async () => (await (await fetch(`${service().origin}/metrics`)).text()).split("\n");

  test("are counted by kind, lane and state, with the age of the oldest one due in each lane", async () => {
    await insert({ kind: "a", count: 5, dueIn: -90_000 });
    await insert({ kind: "a", count: 2, dueIn: 60_000, claimedBy: "somebody" });
    await insert({ kind: "b", lane: "sending", count: 4, dueIn: 60_000 });
    await insert({ kind: "b", lane: "sending", count: 3, dueIn: -30_000 });
    await insert({ kind: "b", lane: "sending", count: 6, dueIn: -1, dead: true });
    // The runner adds the recurring jobs once it has started.
    const recurring = () =>
      service().db.all(sql`SELECT 1 AS found FROM jobs WHERE kind ${among(recurringJobs.map(({ job }) => job.name))}`);
    await until(async () => (await recurring()).length === recurringJobs.length);
    const lines = await metrics();
    expect(lines.filter((line) => line === "# TYPE foyer_jobs gauge")).toHaveLength(1);
    const idle = ({ name, lane }: (typeof jobTypes)[number]) => {
      const recurs = recurringJobs.some((recurring) => recurring.job.name === name);
      const ends = [`dead"} 0`, `running"} 0`, `waiting"} ${Number(recurs)}`];
      return ends.map((end) => `foyer_jobs{kind="${name}",lane="${lane}",state="${end}`);
    };
    expect(lines.filter((line) => line.startsWith("foyer_jobs{")).sort()).toEqual(
      [
        'foyer_jobs{kind="a",lane="builds",state="running"} 2',
        'foyer_jobs{kind="a",lane="builds",state="waiting"} 5',
        'foyer_jobs{kind="b",lane="sending",state="dead"} 6',
        'foyer_jobs{kind="b",lane="sending",state="waiting"} 7',
        ...jobTypes.toSorted((one, other) => (one.name < other.name ? -1 : 1)).flatMap(idle),
      ].sort(),
    );
    const ageOf = (lane: Lane) =>
      Number(lines.find((line) => line.startsWith(`foyer_jobs_oldest_due_seconds{lane="${lane}"} `))?.split(" ")[1]);
    for (const [lane, least] of [
      ["builds", 90],
      ["sending", 30],
    ] as const) {
      expect(ageOf(lane)).toBeGreaterThanOrEqual(least - 1);
      expect(ageOf(lane)).toBeLessThan(least + 30);
    }
    expect(ageOf("upkeep")).toBe(0);
  });

  test("are counted at most once a second, however often they are scraped, and a long queue only up to a limit", async () => {
    const { db } = service();
    await insert({ kind: "many", lane: "bulkBuilds", count: 25_000, dueIn: -1 });
    let asked = 0;
    const counted = (reader: Reader): Reader => ({
      ...reader,
      all: (query) => {
        asked += 1;
        return reader.all(query);
      },
    });
    const counting: Database = { ...db, ...counted(db), snapshot: (work) => db.snapshot((reader) => work(counted(reader))) };
    const gauges = createJobGauges(counting, []);
    const [first] = await Promise.all(Array.from({ length: 100 }, () => gauges()));
    const once = asked;
    for (let count = 0; count < 10; count += 1) await gauges();
    expect(asked).toBe(once);
    expect(first?.['jobs{kind="many",lane="bulkBuilds",state="waiting"}']).toBe(10_000);
    await Bun.sleep(1_050);
    await gauges();
    expect(asked).toBe(2 * once);
  });

  test("are left out when the database does not answer; the other metrics are still shown", async () => {
    const { db } = service();
    const never = () => new Promise<never>(() => {});
    const silent = createJobGauges({ ...db, all: never, snapshot: never }, []);
    expect(await silent()).toEqual({});
  });
});
