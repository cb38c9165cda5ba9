import { expect, test } from "bun:test";
import { inConsole } from "../support/browser/console";
import { until } from "../support/service/jobs";

inConsole("somebody", ({ api, open }) => {
  test("scrolls through a long timeline, whose parts are read page by page, and misses nothing", async () => {
    const { accountId } = await api().call("createAccount", { body: { domain: "crowd.example" } });
    const params = { account_id: accountId };
    const addPersons = (from: number) => {
      const persons = Array.from({ length: 100 }, (_, index) => ({
        name: `P${from + index}`,
        email: `p${from + index}@crowd.example`,
      }));
      return api().call("upsertPersonBatch", { body: { persons } });
    };
    const addLogs = async (count: number) => {
      for (let made = 0; made < count; made += 1)
        await api().call("createAccountLog", { params, body: { source: "crm", type: "call", payload: {} } });
    };
    await addPersons(0);
    await addLogs(70);
    await addPersons(100);
    await addLogs(70);
    const { page, complaints } = await open(`/accounts/${accountId}`);
    await page.getByText("340 in all").waitFor();
    const frame = page.getByRole("region", { name: "Timeline" });
    const seen = new Map<number, { what: string; at: string }>();
    await until(async () => {
      const rows = await frame.locator("tr[aria-rowindex]").evaluateAll((all) =>
        all.map((row) => ({
          index: Number(row.getAttribute("aria-rowindex")),
          what: row.querySelector("td")?.textContent ?? "",
          at: row.querySelector("time")?.dateTime ?? "",
        })),
      );
      for (const row of rows) seen.set(row.index, row);
      // On a busy machine a row may be scrolled past before it is drawn: then it is seen in another round.
      await frame.evaluate((element) => {
        const isAtEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - 1;
        element.scrollBy(0, isAtEnd ? -element.scrollHeight : 500);
      });
      return seen.size === 340;
    });
    const inOrder = [...seen].toSorted(([one], [other]) => one - other).map(([, row]) => row);
    expect(inOrder.filter(({ what }) => what.startsWith("Logged")).length).toBe(140);
    expect(new Set(inOrder.flatMap(({ what }) => (what.startsWith("New person") ? what : []))).size).toBe(200);
    expect(inOrder.map(({ at }) => at)).toEqual(
      inOrder
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    expect(inOrder[0]?.what).toBe("Logged: crm call");
    expect(inOrder[339]?.what).toStartWith("New person: P");
    expect(complaints).toEqual([]);
  });
});
