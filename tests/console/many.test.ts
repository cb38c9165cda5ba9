import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inAllLooks, inBrowser } from "../support/browser/browser";
import { signedIn } from "../support/browser/console";
import { cpuMsOfAFrame, keptInMemory } from "../support/browser/scrolling";
import { addManyRows } from "../support/database/many-rows";
import { tenantIdOf } from "../support/database/rows";
import { makePage } from "../support/features/versions";
import { until } from "../support/service/jobs";
import { type ServerProcess, spawnServer } from "../support/service/process";
import { workUnitMs } from "../support/service/processor-time";
import { useService } from "../support/service/service";

const audiences = inAllLooks ? 100_000 : 3_000;
const importedRows = inAllLooks ? 10_000 : 600;
const rowsOfAPage = 100;
/** A screen full of rows, with those just out of sight. */
const maxRowsInDocument = 60;

/** By how much the second half of a list may enlarge what the first one has taken. */
const maxGrownBytes = 700_000;
const maxGrownNodes = 1_000;

/** A fast scroll: half a screen in every frame. */
const pixelsAFrame = 400;
const scrolledFrames = 120;
/** Fifty frames a second, on a machine with this unit of work. */
const maxFrameMs = 20;
const usualUnitMs = 1.2;
/** Less means that nothing was measured. */
const minFrameMs = 0.1;

/** On a phone, where a list has two columns. */
const minNameWidth = 150;

inBrowser("in the console, a list of very many audiences", (browser) => {
  const service = useService("sqlite");

  test("has only the rows in sight in the document, asks for each page of the list once, keeps no more in memory at its end, and scrolls at 50 frames a second", async () => {
    const { db, api, origin } = service();
    await addManyRows(db, await tenantIdOf(db, api), audiences);
    await using watched = await signedIn(browser(), origin, api.key);
    const { page, requests, complaints } = watched;
    await page.goto(`${origin}/console/audiences`);
    const frame = page.getByLabel("Audiences", { exact: true }).and(page.locator("section"));
    await frame.locator("tbody tr").first().waitFor();
    const asked = () => requests.filter((url) => new URL(url).pathname === "/v0/audiences");
    // To the last row.
    const screens = audiences / rowsOfAPage - 1;
    const half = Math.ceil(screens / 2);
    const kept: Awaited<ReturnType<typeof keptInMemory>>[] = [];
    for (let screen = 1; screen <= screens; screen += 1) {
      const before = asked().length;
      await frame.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await until(() => asked().length > before);
      await page.getByLabel("Reading more").waitFor({ state: "hidden" });
      expect(await frame.locator("tbody tr").count()).toBeLessThan(maxRowsInDocument);
      if (screen === half || screen === screens) kept.push(await keptInMemory(page));
    }
    if (process.env.SHOW) console.log(kept);
    const [halfway, atTheEnd] = kept as [(typeof kept)[0], (typeof kept)[0]];
    expect(atTheEnd.heapBytes - halfway.heapBytes).toBeLessThan(maxGrownBytes);
    expect(atTheEnd.nodes - halfway.nodes).toBeLessThan(maxGrownNodes);
    expect(asked().length).toBeLessThanOrEqual(screens + 2);
    expect(new Set(asked()).size).toBe(asked().length);
    const last = await frame.locator("tbody tr[aria-rowindex]").last().getAttribute("aria-rowindex");
    expect(Number(last)).toBeGreaterThan((screens - 1) * rowsOfAPage);
    for (const share of [0.5, 0]) {
      await frame.evaluate((element, part) => element.scrollTo(0, element.scrollHeight * part), share);
      const expected = share * screens * rowsOfAPage;
      await until(async () => {
        const shown = await frame.locator("tbody tr[aria-rowindex]").first().getAttribute("aria-rowindex");
        return Math.abs(Number(shown) - expected) < maxRowsInDocument;
      });
    }
    // What was let go is asked for again; what is kept is not.
    const firstPage = asked().filter((url) => url.endsWith(`?limit=${rowsOfAPage}`));
    expect(firstPage.length).toBe(2);
    const framesMs: number[] = [];
    for (const step of [pixelsAFrame, -pixelsAFrame]) framesMs.push(await cpuMsOfAFrame(frame, scrolledFrames, step));
    if (process.env.SHOW) console.log({ framesMs, unitMs: workUnitMs() });
    const slowness = Math.max(1, workUnitMs() / usualUnitMs);
    expect(Math.min(...framesMs)).toBeWithin(minFrameMs, maxFrameMs * slowness);
    await page.setViewportSize({ width: 390, height: 844 });
    const name = frame.getByRole("columnheader", { name: "Audience" });
    await until(async () => ((await name.boundingBox())?.width ?? 0) > minNameWidth);
    expect(complaints).toEqual([]);
  });
});

inBrowser("in the console, an import", (browser) => {
  let folder: string;
  let server: ServerProcess;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "foyer-console-import-"));
    server = await spawnServer({ FOYER_DATA: folder });
  });

  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test("does each row once, though the server is killed and started again in the middle", async () => {
    const { api, origin, pagesOrigin } = server;
    const pageId = await makePage(api, { name: "Imported" });
    await using watched = await signedIn(browser(), origin, api.key);
    const { page } = watched;
    await page.goto(`${origin}/console/import?pageId=${pageId}`);
    // Without an address, nothing but the idempotency key keeps a row that is sent twice from being two persons.
    const names = Array.from({ length: importedRows }, (_, index) => `Person ${index}`);
    const buffer = Buffer.from(`Full name\n${names.join("\n")}\n`);
    await page.locator("input[type=file]").setInputFiles({ name: "crm.csv", mimeType: "text/csv", buffer });
    await page.getByRole("button", { name: /^Import / }).click();
    await page.getByText(/^[1-9][\d,]*00 of /).waitFor();
    await server.kill();
    const [port, pagesPort] = [new URL(origin).port, new URL(pagesOrigin).port];
    server = await spawnServer({ FOYER_DATA: folder, PORT: port, PAGES_PORT: pagesPort }, api.key);
    const finished = page.getByText("rows are imported");
    const again = page.getByRole("button", { name: "Try again" });
    await until(async () => {
      if (await again.isVisible()) await again.click();
      return finished.isVisible();
    }, 500_000);
    const persons = await server.api.call("listPersons", { query: { limit: 1 } });
    expect(persons.totalCount).toBe(importedRows);
    expect((await server.api.call("getPage", { params: { page_id: pageId } })).audiencesCount).toBe(importedRows);
  });
});
