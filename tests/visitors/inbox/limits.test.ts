import { expect, spyOn, test } from "bun:test";
import { isPrivate, networkOf } from "../../../server/network/networks";
import { MinuteLimit } from "../../../server/visitors/inbox/limits";
import { publishPage } from "../../support/browser/site";
import { onBothEngines } from "../../support/database/engines";
import { recordQueries } from "../../support/database/queries";
import { tenantIdOf } from "../../support/database/rows";
import { pageTokenOf } from "../../support/features/visitor";
import { useService } from "../../support/service/service";

const perMinute = 600;

onBothEngines("what visitors send", (engine) => {
  const service = useService(engine, { isClockStopped: true });

  test("counts when it is refused too, and is not looked at beyond the limit", async () => {
    const { api, db, pagesOrigin } = service();
    const page = { name: "Page", pageContext: "About", brandId: "none", actions: [], actionCardWidgets: [], scripts: [] };
    const { pageId } = await api.call("createPage", { body: page });
    await api.call("updatePage", { params: { page_id: pageId }, body: { status: "published" } });
    const { audienceId } = await api.call("createAudience", { params: { page_id: pageId }, body: {} });
    const tenantId = await tenantIdOf(db, api);
    const token = await pageTokenOf(service(), tenantId, audienceId);
    const ask = async (question: string) => {
      const answer = await fetch(`${pagesOrigin}/_foyer/ask`, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", host: "pages.foyer.test" },
        body: new URLSearchParams({ page: token, question }).toString(),
      });
      await answer.text();
      return answer.status;
    };
    const statuses: number[] = [];
    for (let sent = 0; sent < perMinute; sent += 1) statuses.push(await ask(""));
    expect(new Set(statuses)).toEqual(new Set([422]));
    const { texts } = await recordQueries(db, async () => {
      expect(await ask("A good question?")).toBe(429);
    });
    expect([...texts].filter((text) => /questions|documents|fragments/.test(text))).toEqual([]);
    service().stepClock(3_600_000);
    expect(await ask("A good question?")).toBe(429);
    service().stepClock(-3_600_000);
    service().advance(60_000);
    expect(await ask("A good question?")).toBe(200);
  });

  test("beyond the limit of its network, its audience or its tenant is refused before anything is read of the page", async () => {
    const { db, api } = service();
    const { place } = await publishPage(service(), { name: "Limited" });
    const tenantId = await tenantIdOf(db, api);
    const limits: [perMinute: number, key: string][] = [
      [120, "203.0.113.77"],
      [perMinute, place.audience_id],
      [1_200, tenantId],
      [30, "203.0.113.77"],
    ];
    const body = new URLSearchParams({
      page: await pageTokenOf(service(), tenantId, place.audience_id),
      email: "a@limits.example",
    });
    const peers = { requestIP: () => ({ address: "203.0.113.77" }) };
    const send = async () => {
      const headers = { host: "pages.foyer.test", "content-type": "application/x-www-form-urlencoded" };
      const request = new Request("http://pages.foyer.test/_foyer/forms", { method: "POST", headers, body: body.toString() });
      return [(await service().service.visitors.answer(request, peers)).status, request.bodyUsed] as const;
    };
    for (const [used, [refusing]] of limits.entries()) {
      const asked: typeof limits = [];
      const taking = spyOn(MinuteLimit.prototype, "take").mockImplementation(function (this: MinuteLimit, key) {
        asked.push([this.perMinute, key]);
        return this.perMinute !== refusing;
      });
      try {
        // Whose page it is stands in the body of a form without files.
        const { texts } = await recordQueries(db, async () => expect(await send()).toEqual([429, used > 0]));
        expect(asked).toEqual(limits.slice(0, used + 1));
        expect([...texts].filter((text) => /audiences|documents|fragments|submissions/.test(text))).toEqual([]);
      } finally {
        taking.mockRestore();
      }
    }
    expect(await send()).toEqual([200, true]);
  });
});

test("a limit counts each minute and each key apart", () => {
  let now = 0;
  const limit = new MinuteLimit(2, () => now);
  expect([limit.take("a"), limit.take("a"), limit.take("a"), limit.take("b")]).toEqual([true, true, false, true]);
  now = 60_000;
  expect(limit.take("a")).toBe(true);
});

test("addresses of IPv6 count by network, and a proxy before the service is no network", () => {
  expect(networkOf("203.0.113.9")).toBe("203.0.113.9");
  expect(networkOf("::ffff:203.0.113.9")).toBe("203.0.113.9");
  expect(networkOf("2001:db8:0:7::1")).toBe("2001:db8:0:7");
  expect(networkOf("2001:DB8:0:7:aaaa:bbbb:cccc:dddd")).toBe("2001:db8:0:7");
  expect(networkOf("2001:db8::1")).toBe("2001:db8:0:0");
  for (const proxy of ["127.0.0.1", "::1", "10.0.0.4", "172.20.1.1", "192.168.1.1", "fd00::1", "fe80::1"])
    expect(isPrivate(proxy)).toBe(true);
  expect(isPrivate("203.0.113.9")).toBe(false);
});
