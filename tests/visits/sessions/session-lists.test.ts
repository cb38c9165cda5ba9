import { beforeAll, expect, test } from "bun:test";
import type { Operations } from "../../../contract";
import type { Input } from "../../../contract/operation";
import { sql, sqlRows, type Value } from "../../../server/storage/sql";
import { onBothEngines } from "../../support/database/engines";
import { addPage, tenantIdOf } from "../../support/database/rows";
import { visitStartedAt } from "../../support/features/sessions";
import { useService } from "../../support/service/service";

type Query = NonNullable<Input<Operations["listTenantSessions"]>["query"]>;

interface Visit {
  id: string;
  at: number;
  audience: string;
  version: string | null;
  kind: string;
  flags: [conversion: number, form: number, bounce: number];
  source: string | null;
  medium: string | null;
}

/** More than are looked at in one statement, several times over. */
const count = 7_000;

onBothEngines("a list of visits with several filters, over many visits", (engine) => {
  const service = useService(engine, { runsJobs: false });
  let pageId: string;
  let visits: Visit[];

  beforeAll(async () => {
    const { db, api } = service();
    const tenantId = await tenantIdOf(db, api);
    pageId = await addPage(db, tenantId);
    visits = Array.from({ length: count }, (_, n) => ({
      id: `visit_${String(n).padStart(26, "0")}`,
      // Several begin at the same moment.
      at: visitStartedAt + Math.floor(n / 3) * 1_000,
      audience: n % 10 === 0 ? "audience_small" : "audience_large",
      version: n % 4 === 0 ? null : "version_one",
      kind: n % 5 === 0 ? "scanner" : "person",
      flags: [Number(n % 1_500 === 7), Number(n % 2_300 === 11), Number(n % 2)],
      source: n % 3 === 0 ? "mail" : null,
      medium: n % 2_000 === 1_203 ? "letter" : "web",
    }));
    await db.transaction(async (tx) => {
      for (const rows of sqlRows(visits.map((visit) => rowOf(visit)))) {
        await tx.run(sql`
          INSERT INTO audience_sessions (tenant_id, analytics_session_id, audience_session_id, audience_id, page_id, version_id, kind,
            computation_status, has_conversion, has_form_submit, is_bounce, questions_asked_count, total_clicks_count,
            session_started_at, last_seen_at, utm_source, utm_medium)
          VALUES ${rows}`);
      }
    });

    function rowOf({ id, at, audience, version, kind, flags, source, medium }: Visit): Value[] {
      const place = [tenantId, id, id.replace("visit", "session"), audience, pageId, version, kind, "completed"];
      return [...place, ...flags, 0, 0, at, at, source, medium];
    }
  });

  const expected = (query: Query) =>
    visits
      .filter(
        ({ at, audience, version, kind, flags: [conversion, form, bounce], source, medium }) =>
          kind === (query.kind ?? "person") &&
          (query.audienceId ?? audience) === audience &&
          (query.versionId ?? version) === version &&
          (query.utmSource ?? source) === source &&
          (query.utmMedium ?? medium) === medium &&
          at >= Number(query.from ?? 0) &&
          at < Number(query.to ?? Number.MAX_SAFE_INTEGER) &&
          Number(query.hasConversion ?? conversion) === conversion &&
          Number(query.hasFormSubmit ?? form) === form &&
          Number(query.isBounce ?? bounce) === bounce,
      )
      .map(({ id }) => id)
      .toReversed();

  const from = `+${visitStartedAt + 200_000}`;
  const to = `+${visitStartedAt + 2_000_000}`;
  const queries: Query[] = [
    { audienceId: "audience_large", hasFormSubmit: true },
    { audienceId: "audience_large", hasConversion: true, from, to },
    { audienceId: "audience_large", kind: "scanner", isBounce: true, from },
    { audienceId: "audience_small", versionId: "version_one", isBounce: true },
    { versionId: "version_one", hasFormSubmit: true, to },
    { versionId: "version_one", utmMedium: "letter" },
    { hasFormSubmit: true, isBounce: true },
    { hasFormSubmit: false, hasConversion: true, active: false },
    { isBounce: true, utmMedium: "letter" },
    { utmSource: "mail", utmMedium: "letter" },
    { utmSource: "nobody has it", isBounce: true },
    { active: true, isBounce: true },
  ];

  test.each(queries.map((query) => [JSON.stringify(query), query] as const))(
    "has each of them once, in order, and is counted: %s",
    async (_, query) => {
      const wanted = query.active === true ? [] : expected(query);
      const found: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const paged = { ...query, limit: wanted.length > 100 ? 100 : 2, ...(cursor === undefined ? {} : { cursor }) };
        const { items, totalCount, nextCursor } = await service().api.call("listTenantSessions", { query: paged });
        expect(totalCount).toBe(wanted.length);
        found.push(...items.map(({ analyticsSessionId }) => analyticsSessionId));
        if (nextCursor === null) break;
        cursor = nextCursor;
      }
      expect(found).toEqual(wanted);
    },
  );

  test("looks at so many in one statement, however few it finds: others have their turn in between", async () => {
    const query = { audienceId: "audience_large", utmMedium: "fax", limit: 10 };
    const { api, db } = service();
    let statements = 0;
    const { all } = db;
    Object.assign(db, { all: (...given: Parameters<typeof all>) => all(...given).finally(() => (statements += 1)) });
    try {
      expect((await api.call("listTenantSessions", { query })).totalCount).toBe(0);
    } finally {
      Object.assign(db, { all });
    }
    expect(statements).toBeGreaterThan(count / 2_000);
  });
});
