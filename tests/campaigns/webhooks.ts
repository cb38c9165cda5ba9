import { createStorage, type Engine, endSharedPostgres, engines } from "../support/database/engines";
import { chooseSeed, createRandom } from "./random";
import { killNodes } from "./webhooks/campaign";

/** `npm run test:webhooks -- [CHANGES]`: the long form of what `npm test` does in short. */
const changes = Number(process.argv[2] ?? 10_000);
const kills = 20;
const nodes: Record<Engine, number> = { sqlite: 1, postgres: 2 };

if (!Number.isInteger(changes) || changes < 1) {
  console.error("npm run test:webhooks -- [CHANGES]");
  process.exit(2);
}

const seed = chooseSeed();
console.log(`seed ${seed}`);
let failed = false;
for (const engine of engines) {
  const storage = await createStorage(engine);
  try {
    const { committed, rolledBack, duplicates } = await killNodes(storage, {
      changes,
      kills,
      nodes: nodes[engine],
      random: createRandom(seed).next,
    });
    console.log(
      `${engine}: ${committed} events, ${rolledBack} rolled back, ${kills} kills: all received, none lost, ${duplicates} twice`,
    );
  } catch (error) {
    failed = true;
    console.error(engine, error instanceof Error ? error.message : error);
  } finally {
    await storage.remove();
  }
}
await endSharedPostgres();
process.exit(failed ? 1 : 0);
