import { expect, setDefaultTimeout, test } from "bun:test";
import { onBothEngines } from "./support/engines";
import { useService } from "./support/service";

setDefaultTimeout(60_000);

const least = { actions: [], actionCardWidgets: [], brandId: "", name: "Spring", pageContext: "Anvils", scripts: [] };

onBothEngines("pages", (engine) => {
  const service = useService(engine);
  const api = () => service().api;

  test("a page is created as a draft with what was left out filled in", async () => {
    const page = await api().call("createPage", { body: least });
    expect(page).toMatchObject({ title: "Spring", status: "draft", pageType: "inbound", footerLinks: [], audiencesCount: 0 });
    expect(await api().call("getPage", { params: { page_id: page.pageId } })).toEqual(page);
  });
});
