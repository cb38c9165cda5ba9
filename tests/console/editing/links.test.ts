import { expect, test } from "bun:test";
import { axeViolations } from "../../support/browser/axe";
import { takePicture } from "../../support/browser/browser";
import { inConsole } from "../../support/browser/console";
import { verifiedDomain } from "../../support/browser/site";
import { makeAudience, makePage } from "../../support/features/versions";
import { until } from "../../support/service/jobs";

inConsole("somebody", ({ api, open }) => {
  test("makes another link to an audience, told what is wrong with a path, and moves it to a domain", async () => {
    const { audience_id: audienceId } = await makeAudience(api(), { customName: "Ada" }, await makePage(api()));
    const tenantDomainId = await verifiedDomain(api(), "hello.example");
    const links = async () => (await api().call("listPageLinks", { query: { audienceId } })).items;
    const taken = (await links())[0]?.path ?? "";
    const { page, complaints } = await open("/links");
    await page.getByRole("button", { name: "New link" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Path" }).fill("/hello?ada");
    await dialog.getByRole("combobox", { name: "Leads to" }).fill("Ada");
    await page.getByRole("option", { name: "Ada" }).click();
    await dialog.getByRole("button", { name: "Make the link" }).click();
    await until(async () => (await dialog.getByRole("textbox", { name: "Path" }).getAttribute("aria-invalid")) === "true");
    await dialog.getByRole("textbox", { name: "Path" }).fill(taken);
    await dialog.getByRole("button", { name: "Make the link" }).click();
    await dialog.getByRole("alert").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole("textbox", { name: "Path" }).fill("/hello/ada");
    await dialog.getByRole("button", { name: "Make the link" }).click();
    await dialog.waitFor({ state: "hidden" });
    expect((await links()).map(({ path }) => path)).toContain("/hello/ada");
    const row = page
      .getByRole("row")
      .filter({ has: page.getByRole("link", { name: "ada", exact: true }) })
      .filter({ hasText: "/hello/" });
    await row.getByRole("button", { name: "Move" }).click();
    await dialog.getByRole("combobox", { name: "Domain" }).click();
    await page.getByRole("option", { name: "hello.example" }).click();
    await dialog.getByRole("button", { name: "Move it" }).click();
    await dialog.waitFor({ state: "hidden" });
    expect((await links()).find(({ path }) => path === "/hello/ada")?.tenantDomainId).toBe(tenantDomainId);
    // Of the paths that were refused.
    expect(complaints.filter((complaint) => !/409|422/.test(complaint))).toEqual([]);
  });

  test("tells a person's audiences on several pages apart by their pages when one is chosen for a link", async () => {
    const { personId } = await api().call("createPerson", { body: { name: "Mary Somerville" } });
    const [spring, autumn] = await Promise.all(
      ["Spring in Oslo", "Autumn in Oslo"].map(async (name) =>
        makeAudience(api(), { personId }, await makePage(api(), { name })),
      ),
    );
    const { page, complaints } = await open("/links?dialog=new");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Path" }).fill("/hello/mary");
    await dialog.getByRole("combobox", { name: "Leads to" }).fill("Mary");
    await page.getByRole("option", { name: "Mary Somerville Autumn in Oslo" }).waitFor();
    await page.getByRole("option", { name: "Mary Somerville Spring in Oslo" }).click();
    await dialog.getByText("Spring in Oslo").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await takePicture(page, "console audience of a link.png");
    await dialog.getByRole("button", { name: "Make the link" }).click();
    await dialog.waitFor({ state: "hidden" });
    const linksOf = async (audienceId = "") =>
      (await api().call("listPageLinks", { query: { audienceId } })).items.map(({ path }) => path);
    expect(await linksOf(spring?.audience_id)).toContain("/hello/mary");
    expect(await linksOf(autumn?.audience_id)).not.toContain("/hello/mary");
    expect(complaints).toEqual([]);
  });
});
