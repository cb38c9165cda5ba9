import { expect, test } from "bun:test";
import { publishPage } from "../../support/browser/site";
import { onBothEngines } from "../../support/database/engines";
import { post, visit, visitorTokenIn } from "../../support/features/visitor";
import { useService } from "../../support/service/service";

const dayMs = 86_400_000;

onBothEngines("a page that was opened while the clock was ahead, which is set back", (engine) => {
  const service = useService(engine);

  test.each([
    { days: 3, isTakenFromBefore: true },
    { days: 365, isTakenFromBefore: false },
  ])("by $days days, takes forms and questions of whoever opens it now", async ({ days, isTakenFromBefore }) => {
    const form = { purpose: "Talk", buttonTitle: "Talk to us", actionType: "form", url: "" };
    const { url } = await publishPage(service(), { actions: [form] });
    const openedToken = async () => visitorTokenIn((await visit(service(), new URL(url).pathname)).html);
    const statuses = async (page: string) => {
      const email = `${crypto.randomUUID()}@clock.example`;
      const sent = await post(service(), "/_foyer/forms", { page, email });
      const asked = await post(service(), "/_foyer/ask", { page, question: "What does it cost?" });
      return [sent.status, asked.status];
    };
    service().stepClock(days * dayMs);
    await openedToken();
    const before = await openedToken();
    service().stepClock(-days * dayMs);
    expect(await statuses(await openedToken())).toEqual([200, 200]);
    expect((await statuses(before)).every((status) => status === 200)).toBe(isTakenFromBefore);
  });
});
