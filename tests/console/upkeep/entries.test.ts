import { expect, test } from "bun:test";
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
