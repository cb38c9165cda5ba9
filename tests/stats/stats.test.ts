import { expect, spyOn, test } from "bun:test";
import { maxCountedGroups } from "../../contract/visits/stats";
import { turns } from "../../server/event-loop/turns";
import { createIds } from "../../server/records/ids";
import { sql } from "../../server/storage/sql";
import type { SessionRow } from "../../server/visits/session-row";
import { publishPage } from "../support/browser/site";
import { onBothEngines } from "../support/database/engines";
import { addPage, tenantIdOf } from "../support/database/rows";
import { randomSession, saveRandom } from "../support/features/stats";
import { useService } from "../support/service/service";

const dayMs = 86_400_000;
const groupings = ["page", "audience", "account", "version", "utmSource", "utmCampaign", "kind"] as const;

onBothEngines("stats", (engine) => {
  const service = useService(engine);

  test("equal a count of the sessions, however often sessions were computed again", async () => {
    const places = await Promise.all([1, 2, 3].map(async (n) => (await publishPage(service(), { name: `Page ${n}` }, {})).place));
    const newId = createIds(Date.now);
    const now = service().clock();
    let sessions = Array.from({ length: 150 }, () => randomSession(newId, places, now));
    await saveRandom(
      service(),
      sessions.map((after) => ({ before: undefined, after })),
    );
    for (let round = 0; round < 3; round += 1) {
      const changed = sessions.map((before) => ({
        before,
        after: Math.random() < 0.3 ? { ...randomSession(newId, places, now), ...ids(before) } : before,
      }));
      await saveRandom(service(), changed);
      sessions = changed.map(({ after }) => after);
    }
    const counted = (chosen: SessionRow[]) => {
      const times = chosen.flatMap((one) => one.time_spent_seconds ?? []);
      const scrolls = chosen.flatMap((one) => one.max_scroll_depth_percentage ?? []);
      const distinct = (values: unknown[]) => new Set(values.filter((value) => value !== null)).size;
      return {
        visits: chosen.length,
        audiences: distinct(chosen.map((one) => one.audience_id)),
        persons: distinct(chosen.map((one) => one.declared_visitor)),
        bounces: chosen.filter((one) => one.is_bounce === 1).length,
        conversions: chosen.filter((one) => one.has_conversion === 1).length,
        questions: chosen.reduce((sum, one) => sum + one.questions_asked_count, 0),
        forms: chosen.filter((one) => one.has_form_submit === 1).length,
        totalTimeSeconds: Math.round(times.reduce((sum, time) => sum + time, 0) * 1_000) / 1_000,
        averageScrollDepthPercentage:
          scrolls.length === 0 ? null : Math.round((scrolls.reduce((sum, depth) => sum + depth, 0) / scrolls.length) * 100) / 100,
      };
    };
    const expectFigures = (
      shown: { medianTimeSeconds: number | null; start?: string; end?: string; key?: unknown; intervals?: unknown },
      chosen: SessionRow[],
    ) => {
      const { medianTimeSeconds, start: _start, end: _end, key: _key, intervals: _intervals, ...rest } = shown;
      expect(rest as object).toEqual(counted(chosen));
      const times = chosen.flatMap((one) => one.time_spent_seconds ?? []).sort((one, other) => one - other);
      const median = times[Math.ceil(times.length / 2) - 1];
      if (median === undefined) expect(medianTimeSeconds).toBeNull();
      else expect(Math.abs((medianTimeSeconds as number) - median)).toBeLessThanOrEqual(median * 0.02 + 0.001);
    };

    for (const pageId of [undefined, places[0]?.page_id as string]) {
      for (const groupBy of [undefined, ...groupings]) {
        for (const interval of ["hour", "day", "week", "month", undefined] as const) {
          if (interval === "hour" && groupBy !== undefined) continue;
          const query = {
            timezone: "Asia/Kathmandu",
            from: `+${now - 20 * dayMs}`,
            to: `+${now}`,
            ...(interval && { interval }),
            ...(groupBy && { groupBy }),
          };
          const stats =
            pageId === undefined
              ? await service().api.call("getStats", { query })
              : await service().api.call("getPageStats", { params: { page_id: pageId }, query });
          const within = (from: string, to: string, kind: string | undefined = "person") =>
            sessions.filter(
              (one) =>
                one.session_started_at >= Number(from) &&
                one.session_started_at < Number(to) &&
                (kind === "any" || one.kind === kind) &&
                (pageId === undefined || one.page_id === pageId),
            );
          expectFigures(stats.total, within(stats.from, stats.to));
          for (const part of stats.intervals) expectFigures(part, within(part.start, part.end));
          const keyOf = (one: SessionRow) =>
            ({
              page: one.page_id,
              audience: one.audience_id,
              account: null,
              version: one.version_id,
              utmSource: one.utm_source,
              utmCampaign: one.utm_campaign,
              kind: one.kind,
            })[groupBy ?? "page"];
          const kind = groupBy === "kind" ? "any" : "person";
          const all = Map.groupBy(within(stats.from, stats.to, kind), keyOf);
          expect(stats.groupsCount).toBe(groupBy === undefined ? 0 : all.size);
          for (const group of stats.groups) {
            expectFigures(group, all.get(group.key as never) ?? []);
            for (const part of group.intervals) {
              expectFigures(
                part,
                within(part.start, part.end, kind).filter((one) => keyOf(one) === group.key),
              );
            }
          }
        }
      }
    }
  });

  test("show the groups with the most visits when there are more than an answer can have", async () => {
    const { place } = await publishPage(service(), { name: "Many terms" }, {});
    const newId = createIds(Date.now);
    const now = service().clock();
    const terms = Array.from({ length: 150 }, (_, number) => ({ term: `term${number}`, visits: (number % 5) + 1 }));
    const sessions = terms.flatMap(({ term, visits }) =>
      Array.from({ length: visits }, () => ({
        ...randomSession(newId, [place], now - dayMs),
        ...{ kind: "person" as const, utm_term: term, questions_asked_count: 2 },
      })),
    );
    await saveRandom(
      service(),
      sessions.map((after) => ({ before: undefined, after })),
    );
    const query = { groupBy: "utmTerm" as const, from: `+${now - 40 * dayMs}`, to: `+${now}`, timezone: "UTC" };
    const { groups, groupsCount } = await service().api.call("getPageStats", { params: { page_id: place.page_id }, query });
    expect(groupsCount).toBe(150);
    expect(groups.map(({ visits }) => visits)).toEqual([5, 4, 3].flatMap((n) => Array(30).fill(n)).concat(Array(10).fill(2)));
    for (const { key, visits, questions, bounces } of groups) {
      const own = sessions.filter(({ utm_term }) => utm_term === key);
      expect([visits, questions]).toEqual([own.length, own.length * 2]);
      expect(bounces).toBe(own.filter(({ is_bounce }) => is_bounce === 1).length);
    }
  });

  test("are grouped by account: the one that an audience was made for, or that of its person's domain", async () => {
    const { api, clock } = service();
    const made = await api.call("createAccount", { body: { domain: "made-for.example" } });
    const { personId } = await api.call("createPerson", { body: { name: "Dora", email: "dora@of-domain.example" } });
    const { items } = await api.call("listAccounts", { query: { domain: "of-domain.example" } });
    const accountIds = [made.accountId, items[0]?.accountId as string];
    const audiences = [{ accountId: made.accountId }, { personId }, { accountId: made.accountId, personId }, {}];
    const newId = createIds(Date.now);
    const to = clock() - 100 * dayMs;
    const sessions = [];
    for (const audience of audiences) {
      const { place } = await publishPage(service(), {}, audience);
      sessions.push({ ...randomSession(newId, [place], to), audience_id: place.audience_id, kind: "person" as const });
    }
    await saveRandom(
      service(),
      sessions.map((after) => ({ before: undefined, after })),
    );
    const query = { groupBy: "account" as const, from: `+${to - 31 * dayMs}`, to: `+${to}` };
    const { groups } = await api.call("getStats", { query });
    expect(new Map(groups.map(({ key, visits }) => [key, visits]))).toEqual(
      new Map<string | null, number>([
        [accountIds[0] as string, 2],
        [accountIds[1] as string, 1],
        [null, 1],
      ]),
    );
  });

  test("refuse more groups than can be counted, and count as many as can", async () => {
    const { db, api } = service();
    const tenantId = await tenantIdOf(db, api);
    const page_id = await addPage(db, tenantId);
    const add = (from: number, to: number) =>
      db.transaction((tx) =>
        tx.run(sql`
          WITH RECURSIVE numbers (number) AS (SELECT ${from} + 0 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${to})
          INSERT INTO audience_sessions (tenant_id, analytics_session_id, audience_session_id, page_id, computation_status,
            has_conversion, has_form_submit, is_bounce, questions_asked_count, total_clicks_count, session_started_at, utm_term)
          SELECT ${tenantId}, 'visit_many' || number, 'session_many' || number, ${page_id}, 'completed', 0, 0, 1, 0, 0, 5000000, 'term' || number
          FROM numbers`),
      );
    const asked = { params: { page_id }, query: { groupBy: "utmTerm" as const, from: "+1000000", to: "+9000000" } };
    await add(1, maxCountedGroups);
    expect((await api.call("getPageStats", asked)).groupsCount).toBe(maxCountedGroups);
    await add(maxCountedGroups + 1, maxCountedGroups + 1);
    expect((await api.refusal("getPageStats", asked)).code).toBe("too_many_groups");
  });

  test("read the figures of the pages that are shown alone, and let others be answered in between", async () => {
    const { db, api, clock } = service();
    const tenantId = await tenantIdOf(db, api);
    const pageIds: string[] = [];
    for (let count = 1; count <= 12; count += 1) pageIds.push(await addPage(db, tenantId));
    const newId = createIds(Date.now);
    const to = clock() - 200 * dayMs;
    const sessions = pageIds.flatMap((page_id, index) =>
      Array.from({ length: index + 1 }, () => ({
        ...randomSession(newId, [{ page_id, audience_id: "audience_x" }], to - 3_600_000),
        kind: "person" as const,
      })),
    );
    await saveRandom(
      service(),
      sessions.map((after) => ({ before: undefined, after })),
    );
    const read: unknown[] = [];
    const { all } = db;
    const counting = <Row>(query: Parameters<typeof all>[0]) => {
      if (query.pieces.join("").includes("audiences, ")) read.push(query.values[1]);
      return all<Row>(query);
    };
    const turning = spyOn(turns, "next");
    Object.assign(db, { all: counting });
    try {
      const query = { groupBy: "page" as const, interval: "hour" as const, from: `+${to - 990 * 3_600_000}`, to: `+${to}` };
      const { groups, groupsCount } = await api.call("getStats", { query });
      const shown = pageIds.toReversed().slice(0, 10);
      expect(groupsCount).toBe(pageIds.length);
      expect(groups.map(({ key, visits }) => [key, visits] as unknown)).toEqual(shown.map((id, index) => [id, 12 - index]));
      expect(read.toSorted()).toEqual(["", ...shown].sort());
      expect(turning.mock.calls.length).toBeGreaterThan((shown.length * 999) / 25);
    } finally {
      Object.assign(db, { all });
      turning.mockRestore();
    }
  });

  test("from a moment that has not come yet on are none, and don't end before they begin", async () => {
    const from = `+${service().clock() + dayMs}`;
    for (const query of [{ from }, { from, interval: "day" as const }]) {
      const stats = await service().api.call("getStats", { query });
      expect(stats.total.visits).toBe(0);
      expect(Number(stats.to)).toBeGreaterThanOrEqual(Number(stats.from));
    }
  });

  test("of the first and the last moment that can be written, and in seconds by mistake, have times that can be written", async () => {
    const [first, last] = ["+10", "+999999999999999"];
    for (const interval of [undefined, "hour", "day", "week", "month"] as const) {
      for (const period of [{ from: first, to: "+11" }, { to: "+1763164" }, { from: last }, { from: last, to: last }]) {
        const query = { ...period, timezone: "Asia/Kathmandu", ...(interval && { interval }) };
        if (interval === "hour" && !query.from) continue;
        const { from, to, total, intervals } = await service().api.call("getStats", { query });
        expect(total.visits).toBe(0);
        expect(Number(from)).toBeLessThan(Number(to));
        expect([intervals.at(0)?.start, intervals.at(-1)?.end]).toEqual(interval ? [from, to] : [undefined, undefined]);
      }
    }
  });

  test("refuse a time zone that nobody knows, and more intervals than an answer can have", async () => {
    const unknown = await service().api.refusal("getStats", { query: { timezone: "Mars/Olympus" } });
    expect(unknown.errors).toEqual([expect.objectContaining({ location: "query.timezone" })]);
    const from = `+${service().clock() - 100 * dayMs}`;
    expect((await service().api.refusal("getStats", { query: { interval: "hour", from } })).code).toBe("too_many_intervals");
  });
});

function ids({
  analytics_session_id,
  audience_session_id,
}: SessionRow): Pick<SessionRow, "analytics_session_id" | "audience_session_id"> {
  return { analytics_session_id, audience_session_id };
}
