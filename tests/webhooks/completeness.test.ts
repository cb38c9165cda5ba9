import { expect, setDefaultTimeout, test } from "bun:test";
import { killNodes } from "../campaigns/webhooks/campaign";
import { createStorage, onBothEngines } from "../support/database/engines";

setDefaultTimeout(180_000);

onBothEngines("completeness", (engine) => {
  test("receiver and feed have every committed event and none that was rolled back, while nodes are killed", async () => {
    const storage = await createStorage(engine);
    const { committed, rolledBack } = await killNodes(storage, {
      changes: 400,
      kills: 2,
      nodes: engine === "sqlite" ? 1 : 2,
      random: Math.random,
    });
    expect([committed + rolledBack, rolledBack > 50]).toEqual([400, true]);
    await storage.remove();
  });
});
