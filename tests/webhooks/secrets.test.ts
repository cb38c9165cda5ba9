import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createVault } from "../../server/secrets/vault";
import { openDatabase } from "../../server/storage/open";
import { sql } from "../../server/storage/sql";
import { createStorage, onBothEngines } from "../support/engines";
import { runServer, spawnServer } from "../support/process";
import { localReceivers, Receiver } from "../support/receiver";
import { useService } from "../support/service";
import { stateOf } from "../support/world";

setDefaultTimeout(60_000);

describe("what is encrypted", () => {
  const vault = createVault("a key of this test, long enough");

  test("opens with the same key in the same place, and nowhere else", () => {
    const sealed = vault.seal("here", "whsec_hidden");
    expect(sealed).not.toContain("hidden");
    expect(vault.seal("here", "whsec_hidden")).not.toBe(sealed);
    expect(vault.open("here", sealed)).toBe("whsec_hidden");
    expect(() => vault.open("there", sealed)).toThrow();
    expect(() => createVault("another key").open("here", sealed)).toThrow();
    expect(() => vault.open("here", `${sealed.slice(0, -2)}xx`)).toThrow();
  });
});

onBothEngines("secrets of subscriptions", (engine) => {
  const service = useService(engine, { outgoingRules: localReceivers });

  test("neither secrets nor values of headers are in the database, and so in no backup; both are sent", async () => {
    const { api, db } = service();
    const receiver = await Receiver.start();
    const headers = [
      { name: "Authorization", value: "Bearer very-hidden" },
      { name: "x-tag", value: "blue" },
    ];
    const body = { url: receiver.url, events: ["topic.created"], headers };
    const { secret, subscriptionId } = await api.call("createWebhookSubscription", { body });
    const params = { subscription_id: subscriptionId };
    expect(await api.call("getWebhookSubscriptionDetails", { params })).toMatchObject({
      headerNames: ["authorization", "x-tag"],
    });
    await api.call("createTopic", { body: { title: "T" } });
    const [delivered] = await receiver.has(1);
    expect(delivered?.headers).toMatchObject({ authorization: "Bearer very-hidden", "x-tag": "blue" });
    const everything = JSON.stringify(await stateOf(db));
    for (const hidden of ["very-hidden", secret as string]) expect(everything.includes(hidden.slice(6))).toBe(false);
    await receiver.stop();
  });

  test("headers of the connection, of the host and of webhooks are refused, and more than ten", async () => {
    const { api } = service();
    const refused = async (headers: { name: string; value: string }[]) =>
      (await api.refusal("createWebhookSubscription", { body: { url: "https://x.example", events: ["*"], headers } })).errors
        ?.length;
    for (const name of [
      "Host",
      "webhook-id",
      "Webhook-Anything",
      "Connection",
      "transfer-encoding",
      "TE",
      "bad name",
      "x\r\ny",
    ]) {
      expect(`${name} ${await refused([{ name, value: "x" }])}`).toBe(`${name} 1`);
    }
    expect(await refused([{ name: "x", value: "a\r\nb: c" }])).toBe(1);
    expect(await refused([{ name: "x-a", value: "1" }, { name: "X-A", value: "2" }])).toBe(1); // biome-ignore format: short
    expect(await refused(Array.from({ length: 11 }, (_, index) => ({ name: `x-${index}`, value: "" })))).toBe(1);
  });
});

describe("the installation's key", () => {
  test("is made at the first start, and a node or a restored database with another key is refused", async () => {
    const storage = await createStorage("postgres");
    const other = mkdtempSync(join(tmpdir(), "foyer-test-"));
    const first = await spawnServer(storage.environment);
    const { key } = first.api;
    await first.stop();
    expect(existsSync(join(storage.dataFolder, "secret"))).toBe(true);
    const refused = await runServer({ ...storage.environment, FOYER_DATA: other });
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("FOYER_SECRET")]);
    expect(existsSync(join(other, "secret"))).toBe(false);
    expect((await runServer({ ...storage.environment, FOYER_SECRET: "x".repeat(40) })).code).toBe(1);
    const again = await spawnServer(storage.environment, key);
    await again.stop();
    rmSync(other, { recursive: true, force: true });
    await storage.remove();
  });

  test("encrypts secrets from before it was there", async () => {
    const storage = await createStorage("sqlite");
    const first = await spawnServer(storage.environment);
    const { subscriptionId } = await first.api.call("createWebhookSubscription", {
      body: { url: "https://x.example", events: ["*"] },
    });
    const { key } = first.api;
    await first.stop();
    const read = async (change?: string) => {
      const db = openDatabase(storage);
      if (change !== undefined) await db.transaction((tx) => tx.run(sql`UPDATE webhook_subscriptions SET secret = ${change}`));
      const row = await db.first<{ secret: string }>(
        sql`SELECT secret FROM webhook_subscriptions WHERE subscription_id = ${subscriptionId}`,
      );
      await db.close();
      return row?.secret;
    };
    await read("whsec_plain");
    const second = await spawnServer(storage.environment, key);
    await second.stop();
    expect(await read()).toMatch(/^v1\./);
    await storage.remove();
  });
});
