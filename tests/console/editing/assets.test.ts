import { beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { axeViolations } from "../../support/browser/axe";
import { inBrowser, takePicture } from "../../support/browser/browser";
import { goWithin, signedIn } from "../../support/browser/console";
import { until } from "../../support/service/jobs";
import { useService } from "../../support/service/service";

/** Text is a custom component, however long. */
const longFile = { name: "long.txt", mimeType: "text/plain", buffer: Buffer.alloc(2_000_000, "a line of text\n") };
/** The bar is seen to move; and no machine is so busy that the upload is over before it is stopped. */
const bytesPerSecond = { slow: 500_000, verySlow: 20_000 };
const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>`;
const phone = { viewport: { width: 390, height: 844 }, colorScheme: "dark", locale: "de-DE" } as const;

inBrowser("in the console, assets", (browser) => {
  const service = useService("sqlite");
  const api = () => service().api;
  const open = (options = {}) => signedIn(browser(), service().origin, api().key, options);
  const names = (page: Page) =>
    page.locator(".mantine-Card-root").evaluateAll((all) => all.map((each) => each.textContent ?? ""));

  beforeAll(async () => {
    for (const name of ["harbour", "lighthouse"]) {
      const file = new File([picture], `${name}.svg`, { type: "image/svg+xml" });
      await api().call("createAsset", { body: { name, assetType: name === "harbour" ? "logo" : "image" }, file });
    }
  });

  async function slowly(page: Page, uploadThroughput: number): Promise<void> {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Network.enable");
    const rest = { offline: false, latency: 0, downloadThroughput: -1 };
    await devtools.send("Network.emulateNetworkConditions", { ...rest, uploadThroughput });
  }

  const choose = (page: Page, ...files: (typeof longFile)[]) => page.locator('input[type="file"]').setInputFiles(files);

  test("are uploaded when they are dropped anywhere on the screen, and so is a list to import", async () => {
    await using watched = await open();
    const { page, complaints } = watched;
    const drop = async (name: string, type: string, text: string) => {
      const dragged = { name, type, text };
      const dataTransfer = await page.evaluateHandle(({ name, type, text }) => {
        const data = new DataTransfer();
        data.items.add(new File([text], name, { type }));
        return data;
      }, dragged);
      await page.dispatchEvent("main", "dragover", { dataTransfer });
      await page.getByText(/^Drop /).waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await page.dispatchEvent("main", "drop", { dataTransfer });
      await page.getByText(/^Drop /).waitFor({ state: "hidden" });
    };
    await goWithin(page, "/console/assets");
    await drop("dropped.svg", "image/svg+xml", picture);
    await page.getByText("dropped.svg is here").waitFor();
    await goWithin(page, "/console/import");
    await drop("crm.csv", "text/csv", "Name\nAda Lovelace\n");
    await page.getByText("1 of 1 rows are fine").waitFor();
    await page.getByText("crm.csv").waitFor();
    expect(complaints).toEqual([]);
  });

  test("show how much of an upload is sent, as the browser reports it", async () => {
    await using watched = await open(phone);
    const { page, complaints } = watched;
    await goWithin(page, "/console/assets");
    await slowly(page, bytesPerSecond.slow);
    await choose(page, longFile, { ...longFile, name: "second.txt" });
    const bar = page.getByRole("progressbar", { name: "How much of long.txt is sent" });
    const shares: number[] = [];
    await until(async () => {
      const [share = 100] = await bar.evaluateAll((all) => all.map((each) => Number(each.getAttribute("aria-valuenow"))));
      shares.push(share);
      if (share > 20 && share < 60 && shares.at(-2) !== share) await takePicture(page, "console upload on a phone.png");
      return share === 100;
    });
    const between = new Set(shares.filter((share) => share > 0 && share < 100));
    expect(between.size).toBeGreaterThanOrEqual(2);
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    await page.getByText("long.txt is here").waitFor();
    await page.getByText("second.txt is here").waitFor();
    await page.getByRole("region", { name: "Uploads" }).waitFor({ state: "hidden" });
    expect(complaints).toEqual([]);
  });

  test("are not there after their upload was stopped", async () => {
    await using watched = await open();
    const { page } = watched;
    await goWithin(page, "/console/assets");
    await slowly(page, bytesPerSecond.verySlow);
    await choose(page, { ...longFile, name: "stopped.txt" }, { ...longFile, name: "next.txt", buffer: Buffer.from("short") });
    await page.getByText("Waiting", { exact: true }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Stop stopped.txt" }).click();
    await page.getByText("next.txt is here").waitFor();
    const { items } = await api().call("listAssets", {});
    expect(items.filter(({ name }) => name === "stopped.txt")).toEqual([]);
  });

  test("are found by words and by their kind, both in the address", async () => {
    await using watched = await open();
    const { page } = watched;
    await goWithin(page, "/console/assets");
    await page.getByText("lighthouse").waitFor();
    await page.getByLabel("Search assets").fill("harb");
    await page.getByText("lighthouse").waitFor({ state: "hidden" });
    expect(new URL(page.url()).searchParams.get("query")).toBe("harb");
    await page.getByRole("combobox", { name: "Kind" }).click();
    await page.getByRole("option", { name: "Video" }).click();
    await page.getByText("Nothing fits").waitFor();
    expect(new URL(page.url()).searchParams.get("assetType")).toBe("video");
    await goWithin(page, "/console/assets?assetType=logo");
    await page.getByText("harbour").waitFor();
    expect(await names(page)).toHaveLength(1);
    expect(await axeViolations(page)).toEqual([]);
    await takePicture(page, "console assets found.png");
  });

  test("that a colleague trashes at the same moment stay in the trash", async () => {
    const file = new File([picture], "both.svg", { type: "image/svg+xml" });
    const { assetId } = await api().call("createAsset", { body: { name: "both of us" }, file });
    const params = { asset_id: assetId };
    await using watched = await open();
    const { page } = watched;
    await goWithin(page, "/console/assets?query=both");
    // The console has looked whether it is still there; then the colleague is faster.
    await page.route(`**/v0/assets/${assetId}`, async (route) => {
      if (route.request().method() === "DELETE") await api().call("deleteAsset", { params });
      await route.continue();
    });
    await page.getByRole("button", { name: "Trash", exact: true }).click();
    await page.getByText("Somebody has changed the record since it was read").first().waitFor();
    await page.getByText("Nothing fits").waitFor();
    expect(await api().call("getAsset", { params })).toMatchObject({ trashedAt: expect.any(String), deletedAt: null });
  });
});
