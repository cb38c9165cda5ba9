import { expect, test } from "bun:test";
import type { Asset } from "../../contract";
import { openDatabase } from "../../server/storage/open";
import { sql } from "../../server/storage/sql";
import { createStorage, onBothEngines, onTodaysEngine } from "../support/database/engines";
import { svg } from "../support/samples/images";
import { bytesOf, picture } from "../support/samples/pictures";
import { filesIn } from "../support/samples/uploads";
import { spawnServer } from "../support/service/process";
import { useService } from "../support/service/service";
import { runDueJobs, waitingJobs } from "../support/service/work";

onBothEngines("an asset and its file", (engine) => {
  const service = useService(engine, { runsJobs: false });
  const api = () => service().api;
  const fileNames = () => filesIn(service().storage.dataFolder);

  test("a file without an asset is removed, and one with an asset stays", async () => {
    const { db } = service();
    const kept = await api().call("createAsset", { file: new File([svg], "kept.svg") });
    await runDueJobs(service());
    const before = fileNames();
    const rename = (from: string, to: string) =>
      db.transaction((tx) => tx.run({ pieces: [`ALTER TABLE ${from} RENAME TO ${to}`], values: [] }));
    await rename("events", "events_away");
    const failed = await api().send("createAsset", { file: new File([svg], "lost.svg") });
    await rename("events_away", "events");
    expect(failed.status).toBe(500);
    expect(fileNames().length).toBe(before.length + 2);
    expect((await waitingJobs(service())).map(({ kind }) => kind)).toEqual(["removeFile"]);
    expect(await runDueJobs(service(), Date.now() + 9 * 60_000)).toBe(0);
    expect(await runDueJobs(service(), Date.now() + 11 * 60_000)).toBe(1);
    expect(fileNames()).toEqual(before);
    const answer = await fetch(kept.downloadUrl.replace("http://foyer.test", service().origin));
    expect(await answer.text()).toBe(svg);
  });

  test("an upload that took so long that its file may already be removed does not become an asset", async () => {
    const { db } = service();
    const before = (await api().call("listAssets", {})).totalCount;
    const changed = db.transaction;
    let transactions = 0;
    // The job is claimed between the storing of the file and the asset's own transaction.
    db.transaction = (async (work) => {
      transactions += 1;
      if (transactions === 2) await changed((tx) => tx.run(sql`UPDATE jobs SET attempts = 1 WHERE tenant_id <> ''`));
      return changed(work);
    }) as typeof db.transaction;
    const { status } = await api().send("createAsset", { file: new File([svg], "late.svg") });
    db.transaction = changed;
    expect([status, (await api().call("listAssets", {})).totalCount]).toEqual([503, before]);
    await runDueJobs(service(), Date.now() + 11 * 60_000);
  });
});

onTodaysEngine("a server that is killed during uploads", (engine) => {
  test("has no asset without a file, and removes every file without an asset", async () => {
    const storage = await createStorage(engine, { hasTables: true });
    let key: string | undefined;
    for (let round = 0; round < 2; round += 1) {
      await using server = await spawnServer(storage.environment, key);
      key = server.api.key;
      const image = await bytesOf(picture().png());
      let answered = 0;
      const upload = async () => {
        for (; ; answered += 1) await server.api.send("createAsset", { file: new File([image], "a.png") });
      };
      const uploading = Array.from({ length: 6 }, () => upload().catch(() => {}));
      for (let tries = 0; answered < 3 && tries < 1_000; tries += 1) await Bun.sleep(10);
      await Bun.sleep(round * 70);
      await server.kill();
      await Promise.all(uploading);
    }
    await using server = await spawnServer(storage.environment, key);
    const assets: Asset[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await server.api.call("listAssets", { query: { limit: 100, cursor } });
      assets.push(...page.items);
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(assets.length).toBeGreaterThan(0);
    for (const { downloadUrl, previewDownloadUrl } of assets) {
      expect([(await fetch(downloadUrl)).status, (await fetch(previewDownloadUrl)).status]).toEqual([200, 200]);
    }
    await server.stop();
    const db = openDatabase(storage);
    const jobs = await db.all<{ payload: string }>(sql`SELECT payload FROM jobs WHERE kind = 'removeFile'`);
    await db.close();
    const known = new Set([...assets.map(({ data }) => data.fileId), ...jobs.map(({ payload }) => JSON.parse(payload).fileId)]);
    const stray = filesIn(storage.dataFolder).filter((name) => !known.has(name.replace(".preview", "")));
    expect(stray).toEqual([]);
    await storage.remove();
  });
});
