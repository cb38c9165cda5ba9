import { expect, test } from "bun:test";
import { withAsset } from "../../../console/screens/pages/topic/with-asset";
import { writtenBlocks } from "../../../contract/pages/blocks";
import { axeViolations } from "../../support/browser/axe";
import { inConsole } from "../../support/browser/console";
import { png } from "../../support/samples/images";

inConsole("whoever writes a topic", ({ api, open }) => {
  const newTopic = async () => (await api().call("createTopic", { body: { title: "Why us" } })).topicId;
  const contents = async (topic_id: string) =>
    (await api().call("getTopic", { params: { topic_id } })).entries.map(({ content }) => content);

  test("begins a block with its example and puts an asset into it by its name", async () => {
    const topicId = await newTopic();
    const file = new File([png()], "dana.png");
    const { assetId } = await api().call("createAsset", { body: { name: "Dana at work" }, file });
    const { page, complaints } = await open(`/topics/${topicId}?dialog=new`);
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Kind" }).click();
    expect(await page.getByRole("option").count()).toBe(5 + Object.keys(writtenBlocks).length);
    await page.getByRole("option", { name: "Quote" }).click();
    await dialog.getByText("Words after >").waitFor();
    await dialog.getByRole("button", { name: "Begin with this example" }).click();
    await dialog.getByRole("combobox", { name: "Put in an asset" }).click();
    await page.getByRole("option", { name: "Dana at work" }).click();
    await page.locator("textarea:focus").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Add the entry" }).click();
    await dialog.waitFor({ state: "hidden" });
    expect(await contents(topicId)).toEqual([
      { type: "quote", content: writtenBlocks.quote.example.replace("asset_…", assetId) },
    ]);
    expect(complaints).toEqual([]);
  });

  test("loses nothing that they write while an asset is on its way", async () => {
    const topicId = await newTopic();
    const file = new File([png()], "late.png");
    const { assetId } = await api().call("createAsset", { body: { name: "Late" }, file });
    const { page } = await open(`/topics/${topicId}?dialog=new`);
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Content").fill("Before.");
    let answer = () => {};
    const isHeld = new Promise<void>((held) => {
      page.route(`**/v0/assets/${assetId}`, async (route) => {
        await new Promise<void>((goOn) => {
          answer = goOn;
          held();
        });
        await route.continue();
      });
    });
    await dialog.getByRole("combobox", { name: "Put in an asset" }).click();
    await page.getByRole("option", { name: "Late" }).click();
    await isHeld;
    await dialog.getByLabel("Content").fill("Before, and after.");
    await dialog.getByRole("combobox", { name: "Kind" }).click();
    await page.getByRole("option", { name: "Callout" }).click();
    answer();
    await page.locator("textarea:focus").waitFor();
    await dialog.getByRole("button", { name: "Add the entry" }).click();
    await dialog.waitFor({ state: "hidden" });
    expect(await contents(topicId)).toEqual([{ type: "callout", content: `Before, and after.\n![Late](${assetId})` }]);
  });

  test("is offered no asset where a page would show none", async () => {
    const { page } = await open(`/topics/${await newTopic()}?dialog=new`);
    const dialog = page.getByRole("dialog");
    const offered = dialog.getByRole("combobox", { name: "Put in an asset" });
    for (const [kind, is] of [
      ["Text", "hidden"],
      ["Picture", "visible"],
      ["Link", "hidden"],
      ["File", "visible"],
    ] as const) {
      await dialog.getByRole("combobox", { name: "Kind" }).click();
      await page.getByRole("option", { name: kind }).first().click();
      await offered.waitFor({ state: is });
    }
  });

  test("reads which block an entry is, and its kind stays when its words are edited", async () => {
    const topicId = await newTopic();
    for (const type of ["Stats", "poem"]) {
      const content = { type, content: "- 3 days | to close" };
      const { topicEntryId } = await api().call("createTopicEntry", { params: { topic_id: topicId }, body: { content } });
      const { page } = await open(`/topics/${topicId}?dialog=edit-${topicEntryId}`);
      const dialog = page.getByRole("dialog");
      const kind = dialog.getByRole("combobox", { name: "Kind" });
      expect(await kind.inputValue()).toBe(type === "poem" ? "poem" : "Numbers");
      await dialog.getByLabel("Content").fill("- 4 days | to close");
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.waitFor({ state: "hidden" });
    }
    expect(await contents(topicId)).toEqual(["Stats", "poem"].map((type) => ({ type, content: "- 4 days | to close" })));
  });
});

test("an asset in an entry has its name in words that change nothing else", () => {
  const [assetId, other] = [`asset_${"a".repeat(26)}`, `asset_${"b".repeat(26)}`];
  const put = (name: string, kind = "markdown", content = "") => withAsset(content, kind, { assetId, name });
  expect(put("Plan.final.jpeg")).toBe(`![Plan.final](${assetId})`);
  expect(put("Prices 2.0")).toBe(`![Prices 2.0](${assetId})`);
  expect(put("A [b]\r\n| {{ person.email }} c\\")).toBe(`![A b person.email c](${assetId})`);
  expect(put("The pack.pdf", "file", "Read this.")).toBe(`Read this.\n[The pack](${assetId})`);
  // A picture's entry has one.
  expect(put("New", "image", `![Old](${other})`)).toBe(`![Old](${assetId})`);
  expect(put("New", "image", "As seen from the harbour\n")).toBe(`${assetId}\nAs seen from the harbour`);
});
