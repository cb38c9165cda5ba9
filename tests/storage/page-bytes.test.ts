import { expect, test } from "bun:test";
import { onBothEngines } from "../support/database/engines";
import { useService } from "../support/service/service";

const maxAnswerBytes = 3_000_000;
const large = "x".repeat(900_000);

onBothEngines("a list of which some records are large", (engine) => {
  const service = useService(engine);

  test("ends its page before one answer is too large, wherever the large ones are, and leaves none out", async () => {
    const { api } = service();
    const { accountId } = await api.call("createAccount", { body: { domain: "large.example" } });
    const params = { account_id: accountId };
    const made: string[] = [];
    // The newest are small: what was read so far says nothing about what comes next.
    for (const payload of [...Array(8).fill({ text: large }), ...Array(6).fill({ text: "small" })] as { text: string }[]) {
      const log = await api.call("createAccountLog", { params, body: { source: "crm", type: "call", payload } });
      made.push(log.accountLogId);
    }
    const listed: string[] = [];
    const sizes: number[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await api.call("listAccountLogs", { params, query: { limit: 100, ...(cursor && { cursor }) } });
      listed.push(...page.items.map(({ accountLogId }) => accountLogId));
      sizes.push(JSON.stringify(page).length);
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(listed).toEqual(made.toReversed());
    expect(Math.max(...sizes)).toBeLessThan(maxAnswerBytes);
    expect(sizes.length).toBeLessThan(8);
  });
});
