import { describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Webhook } from "standardwebhooks";
import { localWebhooks } from "../../benchmarks/events/receiver";
import { openVault, WrongInstallationKey } from "../../server/secrets/installation-key";
import { createVault, type Vault } from "../../server/secrets/vault";
import { migrate } from "../../server/storage/migrate";
import { migrations } from "../../server/storage/migrations";
import { formerSecrets } from "../../server/storage/migrations/events/former-secrets";
import { openDatabase } from "../../server/storage/open";
import type { Database } from "../../server/storage/port";
import { type Sql, sql } from "../../server/storage/sql";
import { findReceiver } from "../../server/webhooks/receivers";
import { signedHeaders } from "../../server/webhooks/secrets/signature";
import { createStorage, onBothEngines, type Storage } from "../support/database/engines";
import { migrateTo } from "../support/database/older";
import { tenantIdOf } from "../support/database/rows";
import { stateOf } from "../support/database/state";
import { onEmptyDatabase, restoreBackup, takeBackup, useBackupFolder } from "../support/features/backups";
import { localReceivers, Receiver } from "../support/network/receiver";
import { runServer, spawnServer } from "../support/service/process";
import { installationKey, useService } from "../support/service/service";

const folder = useBackupFolder();
const root = join(import.meta.dir, "../..");

describe("what is encrypted", () => {
  const vault = createVault("a key of this test, long enough");

  test("can be decrypted with the same key for the same field, and not otherwise", () => {
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

  test("a backup has none of them in plain; restored with their key they sign, and with another key they are refused", async () => {
    const { api, db } = service();
    const headers = [{ name: "x-token", value: "very-hidden-too" }];
    const body = { url: "https://receiver.example/", events: ["topic.created"], headers };
    const { secret, subscriptionId } = await api.call("createWebhookSubscription", { body });
    const params = { subscription_id: subscriptionId };
    const { secret: rotated } = await api.call("rotateWebhookSecret", { params });
    const file = join(folder, engine);
    await takeBackup(db, file);
    const bytes = Buffer.concat([readFileSync(file), gunzipSync(readFileSync(file))]);
    expect(bytes.includes(subscriptionId)).toBe(true);
    const bare = [secret, rotated].map((text) => (text as string).slice("whsec_".length));
    for (const hidden of [...bare, ...bare.map((text) => Buffer.from(text, "base64")), "very-hidden-too"]) {
      expect(bytes.includes(hidden)).toBe(false);
    }
    await onEmptyDatabase(engine, async (restored) => {
      expect((await restoreBackup(restored, file)).text).toContain("Secrets of webhooks are encrypted");
      const tenantId = await tenantIdOf(db, api);
      const vault = await openVault(restored, { secret: installationKey, dataFolder: folder });
      const found = await findReceiver(restored, vault, tenantId, subscriptionId, Date.now());
      expect(found?.headers).toEqual({ "x-token": "very-hidden-too" });
      const signed = signedHeaders({ id: "event_1", at: Date.now(), body: "{}" }, found?.signingKeys ?? []);
      for (const key of [secret, rotated]) new Webhook(key as string).verify("{}", signed);
      const other = openVault(restored, { secret: "x".repeat(40), dataFolder: folder });
      await expect(other).rejects.toThrow(WrongInstallationKey);
    });
  });

  test("a secret that was replaced before an update of Foyer goes on signing after it", async () => {
    const storage = await createStorage(engine);
    const db = openDatabase(storage);
    try {
      await migrateTo(db, migrations.indexOf(formerSecrets));
      const vault = createVault("a key of this test, long enough");
      const [secret, replaced] = [
        vault.seal("webhook secret sub_1", "whsec_bmV3"),
        vault.seal("webhook secret sub_1", "whsec_b2xk"),
      ];
      await db.transaction((tx) =>
        tx.run(sql`
          INSERT INTO webhook_subscriptions
            (tenant_id, subscription_id, url, secret, events, active, created_at, updated_at, previous_secret, previous_until)
          VALUES ('tenant_old', 'sub_1', 'https://receiver.example/', ${secret}, '["*"]', 1, 1, 1, ${replaced}, 2000000000000)`),
      );
      await migrate(db);
      const keysAt = async (now: number) =>
        (await findReceiver(db, vault, "tenant_old", "sub_1", now))?.signingKeys.map((key) => key.toString());
      expect(await keysAt(1_999_999_999_999)).toEqual(["new", "old"]);
      expect(await keysAt(2_000_000_000_000)).toEqual(["new"]);
    } finally {
      await db.close();
      await storage.remove();
    }
  });

  test("headers of the connection, of the host and of webhooks are refused, and more than ten", async () => {
    const { api } = service();
    const refused = async (headers: { name: string; value: string }[]) =>
      (await api.refusal("createWebhookSubscription", { body: { url: "https://x.example", events: ["*"], headers } })).errors
        ?.length;
    const names = `Host webhook-id Webhook-Anything Connection Keep-Alive proxy-authorization Proxy-Connection TE trailer
      transfer-encoding Upgrade content-length Content-Type User-Agent expect`;
    for (const name of [...names.split(/\s+/), "bad name", "x\r\ny", ""]) {
      expect(`${name} ${await refused([{ name, value: "x" }])}`).toBe(`${name} 1`);
    }
    expect(await refused([{ name: "x", value: "a\r\nb: c" }])).toBe(1);
    expect(await refused([{ name: "x-a", value: "1" }, { name: "X-A", value: "2" }])).toBe(1); // biome-ignore format: short
    expect(await refused(Array.from({ length: 11 }, (_, index) => ({ name: `x-${index}`, value: "" })))).toBe(1);
  });
});

describe("the installation's key", () => {
  test("is that of the process which was first, when another one looks for it just then", async () => {
    const storage = await createStorage("sqlite", { hasTables: true });
    const db = openDatabase(storage);
    const source = { secret: undefined, dataFolder: storage.dataFolder };
    let first: Vault | undefined;
    const late: Database = {
      ...db,
      async first<Row>(query: Sql) {
        first ??= await openVault(db, source);
        return db.first<Row>(query);
      },
    };
    expect((await openVault(late, source)).fingerprint).toBe(first?.fingerprint as string);
    await db.close();
    await storage.remove();
  });

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

  test("when it is lost, a command makes new secrets; webhooks are disabled until somebody has seen one", async () => {
    const storage = await createStorage("postgres", { hasTables: true });
    const receiver = await Receiver.start();
    const environment = { ...storage.environment, ...localWebhooks };
    const first = await spawnServer(environment);
    const { key } = first.api;
    const headers = [{ name: "x-tag", value: "blue" }];
    const { subscriptionId } = await first.api.call("createWebhookSubscription", {
      body: { url: receiver.url, events: ["topic.created"], headers },
    });
    const params = { subscription_id: subscriptionId };
    await first.stop();
    const reset = (...words: string[]) => runCli(storage, "secrets", "reset", ...words);
    expect(await reset("--confirm")).toMatchObject({ code: 1, output: expect.stringContaining("right one") });

    rmSync(join(storage.dataFolder, "secret"));
    expect((await runServer(environment)).stderr).toContain("npm run foyer -- secrets reset");
    expect(await reset()).toMatchObject({ code: 1, output: expect.stringContaining("--confirm") });
    expect((await runServer(environment)).code).toBe(1);
    expect(await reset("--confirm")).toMatchObject({ code: 0, output: expect.stringContaining("1 webhooks have new secrets") });

    const second = await spawnServer(environment, key);
    const details = await second.api.call("getWebhookSubscriptionDetails", { params });
    expect(details).toMatchObject({ active: false, disabledReason: "secret_lost", headerNames: [], previousSecretUntil: null });
    const { secret } = await second.api.call("rotateWebhookSecret", { params });
    await second.api.call("updateWebhookSubscription", { params, body: { active: true } });
    await second.api.call("createTopic", { body: { title: "T" } });
    const [delivered] = await receiver.has(1);
    const verified = new Webhook(secret as string).verify(
      delivered?.body as string,
      delivered?.headers as Record<string, string>,
    );
    expect(verified).toMatchObject({ type: "topic.created" });
    await second.stop();
    await receiver.stop();
    await storage.remove();
  });

  test("encrypts secrets from before it was there", async () => {
    const storage = await createStorage("sqlite", { hasTables: true });
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

async function runCli({ environment }: Storage, ...words: string[]): Promise<{ code: number; output: string }> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...environment };
  const child = Bun.spawn([process.execPath, "cli/main.ts", ...words], { cwd: root, env, stdout: "pipe", stderr: "pipe" });
  const said = await Promise.all([child.stdout, child.stderr].map((stream) => new Response(stream).text()));
  return { code: await child.exited, output: said.join("") };
}
