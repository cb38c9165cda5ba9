import { expect, test } from "bun:test";
import { rendererVersion } from "../../server/rendering";
import { livePages } from "../../server/storage/migrations/pages/live-pages";
import type { Transaction } from "../../server/storage/port";
import { type Sql, sql, statement } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { recordQueries } from "../support/database/queries";
import { buildingOn } from "../support/features/building";
import { type AudienceParams, buildVersion, makeAudience, makePage, untilQuiet, versionsOf } from "../support/features/versions";
import { visit } from "../support/features/visitor";
import { useService } from "../support/service/service";
import { runJob } from "../support/service/work";

const keptVersions = 10;
const hourMs = 3_600_000;

onBothEngines("what versions leave in the database", (engine) => {
  const service = useService(engine);
  const api = () => service().api;
  const { tenantId } = buildingOn(service);

  const count = async (table: "shared_parts" | "part_sets" | "part_set_members" | "version_documents" | "version_pages") => {
    const counts = {
      shared_parts: sql`SELECT count(*) AS rows FROM shared_parts`,
      part_sets: sql`SELECT count(*) AS rows FROM part_sets`,
      part_set_members: sql`SELECT count(*) AS rows FROM part_set_members`,
      version_documents: sql`SELECT count(*) AS rows FROM version_documents`,
      version_pages: sql`SELECT count(*) AS rows FROM version_pages`,
    };
    return Number((await service().db.first<{ rows: number }>(counts[table]))?.rows);
  };
  const ownBytes = async () => {
    const [row] = await service().db.all<{ bytes: number }>(sql`
      SELECT CAST(sum(length(built.document) + length(page.html)) AS INTEGER) AS bytes FROM version_documents built
      JOIN version_pages page ON page.tenant_id = built.tenant_id AND page.version_id = built.version_id`);
    return Number(row?.bytes);
  };
  /** `aheadMs`: by how much the clock of the process that removes is ahead. */
  const removeUnused = async (afterMs: number, aheadMs = 0) => {
    service().advance(afterMs);
    await runJob(service(), "removeUnusedParts", "installation", null, service().clock() + aheadMs);
  };

  /** A page with one topic of this text, published. */
  async function pageAbout(words: string): Promise<{ pageId: string; topicId: string; entryId: string }> {
    const pageId = await makePage(api());
    const { topicId } = await api().call("createTopic", { body: { title: "Facts" } });
    const body = { content: { type: "text", content: words } };
    const { topicEntryId } = await api().call("createTopicEntry", { params: { topic_id: topicId }, body });
    await api().call("setPageTopics", { params: { page_id: pageId }, body: { topicIds: [topicId] } });
    await api().call("updatePage", { params: { page_id: pageId }, body: { status: "published" } });
    return { pageId, topicId, entryId: topicEntryId };
  }

  async function pathOf({ audience_id }: AudienceParams): Promise<string> {
    const [link] = (await api().call("listPageLinks", { query: { audienceId: audience_id } })).items;
    return `/default${link?.path}`;
  }

  test("of a large page, each audience and version adds its own words alone", async () => {
    const { pageId } = await pageAbout("All about anvils. ".repeat(5_000));
    await makeAudience(api(), {}, pageId);
    const [bytes, documents, parts] = [await ownBytes(), await count("version_documents"), await count("shared_parts")];
    const audiences = Array.from({ length: 20 }, (_, index) => ({ externalId: `deal-${index}` }));
    await api().call("createAudienceBatch", { params: { page_id: pageId }, body: { audiences } });
    await api().call("createVersionBatch", { params: { page_id: pageId }, body: {} });
    await untilQuiet(service().db);
    const added = (await count("version_documents")) - documents;
    expect(added).toBe(20 + 21);
    expect(await count("shared_parts")).toBe(parts);
    expect(((await ownBytes()) - bytes) / added).toBeLessThan(4_000);
  });

  test("the live version and the last ten before it can be gone back to, older ones keep their record", async () => {
    const place = await makeAudience(api());
    for (let made = 1; made < keptVersions + 3; made += 1) await buildVersion(api(), place);
    const versions = await versionsOf(api(), place);
    expect(versions.length).toBe(keptVersions + 3);
    const [first, second, third] = versions.map(({ versionId }) => ({ params: { ...place, version_id: versionId }, body: {} }));
    expect((await api().refusal("publishAudienceVersion", first as never)).code).toBe("version_not_publishable");
    expect((await api().refusal("publishAudienceVersion", second as never)).code).toBe("version_not_publishable");
    const back = await api().call("publishAudienceVersion", third as never);
    expect(back.status).toBe("published");
  });

  test("a version that was live again a moment ago can be gone back to, however old it is", async () => {
    const place = await makeAudience(api());
    for (let made = 1; made < keptVersions + 1; made += 1) await buildVersion(api(), place);
    const [first] = await versionsOf(api(), place);
    const goBack = () =>
      api().call("publishAudienceVersion", { params: { ...place, version_id: first?.versionId as string }, body: {} });
    await goBack();
    await buildVersion(api(), place);
    expect((await goBack()).status).toBe("published");
  });

  test("drafts that were never live are let go before the version that was", async () => {
    const place = await makeAudience(api());
    const [first] = await versionsOf(api(), place);
    for (let made = 0; made < keptVersions + 1; made += 1) await buildVersion(api(), place, { publish: "manual" });
    const drafts = (await versionsOf(api(), place)).slice(1);
    const publish = (versionId: string) =>
      api().call("publishAudienceVersion", { params: { ...place, version_id: versionId }, body: {} });
    await publish(drafts.at(-1)?.versionId as string);
    expect((await publish(first?.versionId as string)).status).toBe("published");
  });

  test("a draft that is cancelled leaves no document", async () => {
    const place = await makeAudience(api());
    const before = await count("version_documents");
    for (let made = 0; made < 3; made += 1) {
      const { versionId } = await buildVersion(api(), place, { publish: "manual" });
      await api().call("cancelAudienceVersion", { params: { ...place, version_id: versionId }, body: {} });
    }
    expect(await count("version_documents")).toBe(before);
  });

  test("of an audience's versions the live one has a page; the others are rendered when somebody looks or goes back", async () => {
    const { pageId, topicId, entryId } = await pageAbout("First words.");
    const place = await makeAudience(api(), {}, pageId);
    const pages = () =>
      service().db.all<{ version_id: string }>(sql`
        SELECT version_id FROM version_pages WHERE audience_id = ${place.audience_id} ORDER BY version_id`);
    const shown = async (versionId: string) => {
      const { url } = await api().call("previewAudienceVersion", { params: { ...place, version_id: versionId } });
      return (await visit(service(), new URL(url).pathname)).html;
    };
    const [first] = await versionsOf(api(), place);
    const body = { content: { type: "text", content: "Second words." } };
    await api().call("updateTopicEntry", { params: { topic_id: topicId, entry_id: entryId }, body });
    const second = await buildVersion(api(), place);
    const draft = await buildVersion(api(), place, { publish: "manual" });
    expect(await pages()).toEqual([{ version_id: second.versionId }]);
    await service().db.transaction(async (tx) => {
      // As an earlier Foyer left it.
      await tx.run(sql`
        INSERT INTO version_pages (tenant_id, audience_id, version_id, html, sources, content_hash, is_indexed)
        SELECT tenant_id, audience_id, ${first?.versionId as string}, 'old', '', '', 0 FROM version_pages
        WHERE version_id = ${second.versionId}`);
      for (const step of livePages()) await tx.run(statement(step));
    });
    expect(await pages()).toEqual([{ version_id: second.versionId }]);
    expect(await shown(first?.versionId as string)).toContain("First words.");
    expect(await shown(draft.versionId)).toContain("Second words.");
    for (const { versionId, words } of [
      { versionId: first?.versionId as string, words: "First words." },
      { versionId: draft.versionId, words: "Second words." },
    ]) {
      await api().call("publishAudienceVersion", { params: { ...place, version_id: versionId }, body: {} });
      expect(await pages()).toEqual([{ version_id: versionId }]);
      expect((await visit(service(), await pathOf(place))).html).toContain(words);
    }
  });

  test("a draft can be shown, however many versions were replaced before it", async () => {
    const place = await makeAudience(api());
    for (let made = 0; made < keptVersions + 2; made += 1) await buildVersion(api(), place);
    const draft = await buildVersion(api(), place, { publish: "manual" });
    await buildVersion(api(), place, { publish: "manual" });
    expect(
      (await api().call("publishAudienceVersion", { params: { ...place, version_id: draft.versionId }, body: {} })).status,
    ).toBe("published");
  });

  test("what nothing refers to any more is removed, and what is in use or was used just now is not", async () => {
    const { pageId, topicId, entryId } = await pageAbout("First words. ".repeat(100));
    const place = await makeAudience(api(), {}, pageId);
    await removeUnused(2 * hourMs);
    const [parts, sets] = [await count("shared_parts"), await count("part_sets")];
    for (let made = 0; made < keptVersions + 2; made += 1) {
      const body = { content: { type: "text", content: `Words of version ${made}. `.repeat(100) } };
      await api().call("updateTopicEntry", { params: { topic_id: topicId, entry_id: entryId }, body });
      await buildVersion(api(), place);
    }
    const most = await count("shared_parts");
    expect(most).toBeGreaterThan(parts);
    const usedJustNow = () =>
      service().db.all(sql`
        SELECT part_hash FROM shared_parts WHERE used_at > ${service().clock() - hourMs} ORDER BY part_hash`);
    const before = await usedJustNow();
    expect(before.length).toBeGreaterThan(keptVersions);
    await removeUnused(0, 2 * hourMs);
    expect(await usedJustNow()).toEqual(before);
    await removeUnused(2 * hourMs);
    // Of thirteen texts, eleven can still be shown: the live one and ten before it.
    expect(await count("part_sets")).toBe(sets + keptVersions);
    expect(await count("shared_parts")).toBeLessThan(most);
    const { status, html } = await visit(service(), await pathOf(place));
    expect([status, html.includes(`Words of version ${keptVersions + 1}.`)]).toEqual([200, true]);
    const [, , oldest] = await versionsOf(api(), place);
    const params = { ...place, version_id: oldest?.versionId as string };
    await api().call("publishAudienceVersion", { params, body: {} });
    expect((await visit(service(), await pathOf(place))).html).toContain("Words of version 1.");
  });

  test("large parts that nothing refers to are removed two megabytes at a time", async () => {
    const { db } = service();
    const tenant = await tenantId();
    await removeUnused(0);
    const before = await count("shared_parts");
    await db.transaction(async (tx) => {
      for (let part = 0; part < 8; part += 1)
        await tx.run(sql`
          INSERT INTO shared_parts (tenant_id, part_hash, body, used_at)
          VALUES (${tenant}, ${`large ${part}`}, ${"l".repeat(900_000)}, 1)`);
    });
    const { changes } = await recordQueries(db, () => removeUnused(0));
    const removed = changes.filter(({ text }) => /^DELETE\s+FROM shared_parts/.test(text.trim()));
    expect(removed.map(({ rows }) => rows)).toEqual([2, 2, 2, 2]);
    expect(await count("shared_parts")).toBe(before);
  });

  test("a page that an older renderer made is rendered again when it is visited, and by a job for all others", async () => {
    const { pageId } = await pageAbout("Rendered words.");
    const places = [await makeAudience(api(), {}, pageId), await makeAudience(api(), {}, pageId)] as const;
    const tenant = await tenantId();
    await service().db.transaction(async (tx) => {
      await tx.run(sql`UPDATE version_pages SET html = 'old', renderer = 0 WHERE tenant_id = ${tenant}`);
      await tx.run(sql`DELETE FROM installation WHERE name = 'renderer'`);
    });
    expect((await visit(service(), await pathOf(places[0]))).html).toContain("Rendered words.");
    const renderers = () =>
      service().db.all<{ renderer: number }>(sql`
        SELECT DISTINCT page.renderer FROM audiences audience JOIN version_pages page
          ON page.tenant_id = audience.tenant_id AND page.version_id = audience.published_version_id`);
    expect(await renderers()).toEqual([{ renderer: 0 }]);
    await runJob(service(), "renderAgain", "installation", null);
    expect(await renderers()).toEqual([{ renderer: rendererVersion }]);
    for (const place of places) expect((await visit(service(), await pathOf(place))).html).toContain("Rendered words.");
    await runJob(service(), "renderAgain", "installation", null);
    expect(await renderers()).toEqual([{ renderer: rendererVersion }]);
    // While an upgrade goes from process to process, the old ones must not undo what the new ones have done.
    await service().db.transaction((tx) => forgetRenderer(tx, rendererVersion + 1));
    await runJob(service(), "renderAgain", "installation", null);
    expect(await renderers()).toEqual([{ renderer: rendererVersion + 1 }]);
  });

  test("a version is rendered before the transaction that publishes it, and stays unpublished if its person was erased meanwhile", async () => {
    const { pageId } = await pageAbout("Lasting words for {{person.name}}.");
    const { personId } = await api().call("createPerson", { body: { name: "Ada Lovelace" } });
    const place = await makeAudience(api(), { personId }, pageId);
    const [first] = await versionsOf(api(), place);
    const second = await buildVersion(api(), place);
    const publish = (versionId: string) =>
      api().send("publishAudienceVersion", { params: { ...place, version_id: versionId }, body: {} });
    await untilQuiet(service().db);
    const { db } = service();
    const { transaction, all } = db;
    const isOfDocument = (query: Sql) => query.pieces.join("").includes("part_hash, body FROM shared_parts");
    let [readBefore, readWithin] = [0, 0];
    let meanwhile = async () => {};
    Object.assign(db, {
      async all<Row>(query: Sql): Promise<Row[]> {
        const rows = await all<Row>(query);
        if (!isOfDocument(query)) return rows;
        readBefore += 1;
        const work = meanwhile;
        meanwhile = async () => {};
        await work();
        return rows;
      },
      transaction<Result>(work: (tx: Transaction) => Promise<Result>) {
        return transaction((tx) => {
          const allWithin = <Row>(query: Sql) => {
            if (isOfDocument(query)) readWithin += 1;
            return tx.all<Row>(query);
          };
          return work({ ...tx, all: allWithin });
        });
      },
    });
    try {
      expect((await publish(first?.versionId as string)).status).toBe(200);
      expect([readBefore, readWithin]).toEqual([1, 0]);
      meanwhile = async () => {
        await api().call("deletePerson", { params: { person_id: personId } });
      };
      expect((await publish(second.versionId)).status).toBe(409);
    } finally {
      Object.assign(db, { transaction, all });
    }
    const { html } = await visit(service(), await pathOf(place));
    expect([html.includes("Lasting words"), html.includes("Lovelace")]).toEqual([true, false]);
  });

  test("a version that is replaced while pages are rendered again gets no page, which the erasure of its person would miss", async () => {
    const place = await makeAudience(api());
    const [first] = await versionsOf(api(), place);
    await buildVersion(api(), place);
    const { db } = service();
    await db.transaction((tx) => forgetRenderer(tx, 0));
    await renderAgainWhile(() =>
      api().call("publishAudienceVersion", { params: { ...place, version_id: first?.versionId as string }, body: {} }),
    );
    expect(await db.all(sql`SELECT version_id, renderer FROM version_pages WHERE audience_id = ${place.audience_id}`)).toEqual([
      { version_id: first?.versionId, renderer: rendererVersion },
    ]);
  });

  test("a page that a newer process has rendered meanwhile stays as it is", async () => {
    const place = await makeAudience(api());
    const { db } = service();
    await db.transaction((tx) => forgetRenderer(tx, 0));
    await renderAgainWhile(() => db.transaction((tx) => forgetRenderer(tx, rendererVersion + 1)));
    expect(await db.all(sql`SELECT renderer FROM version_pages WHERE audience_id = ${place.audience_id}`)).toEqual([
      { renderer: rendererVersion + 1 },
    ]);
  });

  /** `meanwhile`: after the job has found what is to be rendered. */
  async function renderAgainWhile(meanwhile: () => Promise<unknown>): Promise<void> {
    const { db } = service();
    const { all } = db;
    Object.assign(db, {
      async all<Row>(query: Sql) {
        const rows = await all<Row>(query);
        if (!query.pieces.join("").includes("is_stale")) return rows;
        Object.assign(db, { all });
        await meanwhile();
        return rows;
      },
    });
    try {
      await runJob(service(), "renderAgain", "installation", null);
    } finally {
      Object.assign(db, { all });
    }
  }

  test("nothing that a build refers to is removed, though it was unused for long when the build began", async () => {
    const place = await makeAudience(api());
    await untilQuiet(service().db);
    for (let round = 0; round < 10; round += 1) {
      // As if all had been written long ago, and nothing had referred to it since.
      await service().db.transaction(async (tx) => {
        await tx.run(sql`UPDATE shared_parts SET used_at = 1`);
        await tx.run(sql`DELETE FROM part_set_members`);
        await tx.run(sql`DELETE FROM part_sets`);
      });
      await Promise.all([removeUnused(0), buildVersion(api(), place), removeUnused(0)]);
      const missing = await service().db.all(sql`
        SELECT member.part_hash FROM part_set_members member
        LEFT JOIN shared_parts part ON part.tenant_id = member.tenant_id AND part.part_hash = member.part_hash
        WHERE part.part_hash IS NULL`);
      expect(missing).toEqual([]);
      expect(await count("part_set_members")).toBeGreaterThan(0);
    }
  });
});

/** All pages were made by this renderer, and nobody has noted that they were. */
async function forgetRenderer(tx: Transaction, renderer: number): Promise<void> {
  await tx.run(sql`UPDATE version_pages SET renderer = ${renderer}`);
  await tx.run(sql`DELETE FROM installation WHERE name = 'renderer'`);
}
