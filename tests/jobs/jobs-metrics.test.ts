import { expect, test } from "bun:test";
import { createJobGauges } from "../../server/jobs/gauges";
import { jobKinds, recurringJobs } from "../../server/main";
import { sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/engines";
import { useService } from "../support/service";

onBothEngines("jobs in /metrics", (engine) => {
  const service = useService(engine);

  interface Seed {
    kind: string;
    count: number;
    dueIn: number;
    claimedBy?: string;
    dead?: boolean;
  }

  /** Of kinds that the service leaves alone. */
  async function insert({ kind, count, dueIn, claimedBy, dead }: Seed): Promise<void> {
    const now = Date.now();
    await service().db.transaction((tx) =>
      tx.run(sql`
        INSERT INTO jobs (tenant_id, job_id, kind, payload, priority, due_at, attempts, claimed_by, last_error, dead_at, created_at)
        WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${count})
        SELECT 'tenant_a', ${crypto.randomUUID()} || number, ${kind}, 'null', number % 2, ${now + dueIn}, 0,
          ${claimedBy ?? null}, NULL, ${dead ? now : null}, ${now} FROM numbers`),
    );
  }

  const metrics = async () => (await (await fetch(`${service().origin}/metrics`)).text()).split("\n");

  test("are counted by kind and state, with the age of the oldest one due", async () => {
    await insert({ kind: "a", count: 5, dueIn: -90_000 });
    await insert({ kind: "a", count: 2, dueIn: 60_000, claimedBy: "somebody" });
    await insert({ kind: "a", count: 3, dueIn: -1, claimedBy: "somebody who is gone" });
    await insert({ kind: "b", count: 4, dueIn: 60_000 });
    await insert({ kind: "b", count: 6, dueIn: -1, dead: true });
    const lines = await metrics();
    expect(lines.filter((line) => line === "# TYPE foyer_jobs gauge")).toHaveLength(1);
    const idle = (kind: string) => {
      const recurs = recurringJobs.some((recurring) => recurring.job.name === kind);
      return [`dead"} 0`, `running"} 0`, `waiting"} ${Number(recurs)}`].map((end) => `foyer_jobs{kind="${kind}",state="${end}`);
    };
    expect(lines.filter((line) => line.startsWith("foyer_jobs{")).sort()).toEqual([
      'foyer_jobs{kind="a",state="running"} 2',
      'foyer_jobs{kind="a",state="waiting"} 8',
      'foyer_jobs{kind="b",state="dead"} 6',
      'foyer_jobs{kind="b",state="waiting"} 4',
      ...Object.keys(jobKinds).sort().flatMap(idle),
    ]);
    const age = Number(lines.find((line) => line.startsWith("foyer_jobs_oldest_due_seconds "))?.split(" ")[1]);
    expect(age).toBeGreaterThanOrEqual(90);
    expect(age).toBeLessThan(120);
  });

  test("are counted at most once a second, however often they are scraped, and a long queue only up to a limit", async () => {
    const { db } = service();
    await insert({ kind: "many", count: 25_000, dueIn: -1 });
    let asked = 0;
    const all: typeof db.all = (query) => {
      asked += 1;
      return db.all(query);
    };
    const counting = { ...db, all };
    const gauges = createJobGauges(counting, [], Date.now);
    const [first] = await Promise.all(Array.from({ length: 100 }, () => gauges()));
    const once = asked;
    for (let count = 0; count < 10; count += 1) await gauges();
    expect(asked).toBe(once);
    expect(first?.['jobs{kind="many",state="waiting"}']).toBeLessThanOrEqual(20_000);
    expect(first?.['jobs{kind="many",state="waiting"}']).toBeGreaterThan(19_000);
    await Bun.sleep(1_050);
    await gauges();
    expect(asked).toBe(2 * once);
  });

  test("are left out when the database does not answer; the other metrics are still shown", async () => {
    const { db } = service();
    const silent = createJobGauges({ ...db, all: () => new Promise(() => {}) }, ["a"], Date.now);
    expect(await silent()).toEqual({});
  });
});
