import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { statement } from "../../server/storage/sql";
import { backupSummary, killBackups } from "../campaigns/backup/campaign";
import { audit } from "../campaigns/crash/audit";
import { type CrashReport, killDatabase, killService } from "../campaigns/crash/campaign";
import { chooseSeed } from "../campaigns/random";
import { createStorage, onBothEngines, type Storage } from "../support/database/engines";
import { useService } from "../support/service/service";

const serviceKills = 2;
const databaseKills = 1;
/** Each moment of a kill once, for a backup and for a restore. */
const backupKills = 4;
const backupWrites = 200;
const patienceMs = 180_000;
const maxReadyCpuMs = 2_000;
/** Other tests run beside this one, so the work of a start is limited, and seconds only against hanging. */
const patience = 10;

onBothEngines("the service is killed again and again under 32 writers", (engine) => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await createStorage(engine);
  });
  afterAll(() => storage?.remove());

  test(
    `${serviceKills} times: no acknowledged write is lost, none is half there, and a restart takes little work`,
    async () => {
      const report = await killService({ storage, kills: serviceKills, patience, seed: announcedSeed(engine) });
      show(engine, report);
      expect(report.kills).toBe(serviceKills);
      expect(report.mostReadyCpuMs).toBeLessThan(maxReadyCpuMs);
      expect(report.acknowledged).toBeGreaterThan(serviceKills);
      expect(report.unanswered).toBeGreaterThan(serviceKills);
    },
    patienceMs,
  );
});

describe("the PostgreSQL server is killed under 32 writers", () => {
  test(
    "the service answers 503 meanwhile, recovers by itself and loses nothing",
    async () => {
      const report = await killDatabase({ kills: databaseKills, patience, seed: announcedSeed("database") });
      show("database", report);
      expect(report.kills).toBe(databaseKills);
      expect(report.acknowledged).toBeGreaterThan(databaseKills);
    },
    patienceMs,
  );
});

onBothEngines("backup and restore are killed by turns", (engine) => {
  test(
    `${backupKills} times: a file is whole or not there, a database of either engine is the old or the new, and the copy that comes back is equal`,
    async () => {
      const report = await killBackups({
        engine,
        kills: backupKills,
        writes: backupWrites,
        seed: announcedSeed(`backup-${engine}`),
      });
      console.log(`crash backup-${engine}: ${backupSummary([report])}`);
      expect(report.kills).toBe(backupKills);
      // Of so few, either kind may have been done before its kill came.
      expect(report.cutOff + report.undone).toBeGreaterThan(0);
    },
    patienceMs,
  );
});

// The campaigns prove only what the audit after each kill can find.
onBothEngines("the audit", (engine) => {
  const service = useService(engine);

  // One after the other in one database, each found only once it is done.
  const damages = [
    { damage: "UPDATE counters SET value = value + 1", found: ["1 persons are there, 2 are counted"] },
    { damage: "UPDATE persons SET phone_number = '+4912345'", found: ["not as their newest event says"] },
    { damage: "DELETE FROM events WHERE type = 'person.created'", found: ["persons without person.created"] },
    { damage: "DELETE FROM topics", found: ["topic.created without topics"] },
    { damage: "DELETE FROM accounts", found: ["domains of persons without an account"] },
    { damage: "DELETE FROM persons", found: ["acknowledged records lost", "stored answers without their record"] },
  ];

  test("finds every kind of damage, and nothing in a sound database", async () => {
    const { api, db, storage } = service();
    await api.call("createTopic", { body: { title: "News" } });
    const sent = { body: { name: "Ada", email: "ada@acme.test" }, headers: { "idempotency-key": "one" } };
    const { personId } = await api.call("createPerson", sent);
    let findings = (await audit(storage, [personId])).join("\n");
    expect(findings).toBe("");
    for (const { damage, found } of damages) {
      for (const finding of found) expect(findings).not.toContain(finding);
      await db.transaction((tx) => tx.run(statement(damage)));
      findings = (await audit(storage, [personId])).join("\n");
      for (const finding of found) expect(findings).toContain(finding);
    }
  });
});

function announcedSeed(target: string): number {
  const seed = chooseSeed();
  console.log(`crash ${target}: seed ${seed} (again: npm run test:crash -- ${serviceKills} --only ${target} --seed ${seed})`);
  return seed;
}

function show(target: string, { kills, killsAtStart, acknowledged, unanswered, slowestReadyMs }: CrashReport): void {
  console.log(
    `crash ${target}: ${kills} kills and ${killsAtStart} at start, ${acknowledged} acknowledged, ${unanswered} unanswered, ready within ${slowestReadyMs.toFixed()} ms`,
  );
}
