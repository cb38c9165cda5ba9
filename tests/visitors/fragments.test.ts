import { expect, test } from "bun:test";
import { replaceContent, type StoredRows } from "../../server/storage/backup";
import { migrations } from "../../server/storage/migrations";
import { livePages } from "../../server/storage/migrations/pages/live-pages";
import { sql } from "../../server/storage/sql";
import { FragmentCache } from "../../server/visitors/pages/fragment-cache";
import { onBothEngines } from "../support/database/engines";
import { onEmptyDatabase } from "../support/features/backups";
import { makeAudience, makePage } from "../support/features/versions";
import { visit } from "../support/features/visitor";
import { useService } from "../support/service/service";

const long = (words: string) => `${words} `.repeat(40);

onBothEngines("fragments that pages share", (engine) => {
  const service = useService(engine);
  const api = () => service().api;

  const rowsOf = async (query: ReturnType<typeof sql>) =>
    (await service().db.all<{ html: string }>(query)).map(({ html }) => html);
  const own = () => rowsOf(sql`SELECT html FROM version_pages`);
  const shared = () => rowsOf(sql`SELECT body AS html FROM shared_parts ORDER BY part_hash`);

  test("are stored once for all audiences, and hold nothing of any one audience", async () => {
    const pageId = await makePage(api(), { metadata: { description: long("What we do.") } });
    const { topicId } = await api().call("createTopic", { body: { title: "Facts" } });
    const content = { type: "text", content: `${long("Anvils are heavy.")}{{ person.firstName }}${long("And they last.")}` };
    await api().call("createTopicEntry", { params: { topic_id: topicId }, body: { content } });
    await api().call("setPageTopics", { params: { page_id: pageId }, body: { topicIds: [topicId] } });
    const { personId } = await api().call("createPerson", { body: { name: "Ada Lovelace", domain: "ada.test" } });
    await makeAudience(api(), { personId }, pageId);
    const before = await shared();
    await makeAudience(api(), {}, pageId);
    await makeAudience(api(), { metadataOverride: { description: long("For Ada alone.") } }, pageId);
    expect(await shared()).toEqual(before);

    const [all, fragments] = [(await own()).join(""), before.join("")];
    for (const words of ["Anvils are heavy.", "And they last.", "<style>"]) {
      expect(all).not.toContain(words);
      expect(fragments.split(long(words).trim()).length).toBeLessThanOrEqual(3);
      expect(fragments).toContain(words);
    }
    for (const words of ["Ada", "For Ada alone."]) {
      expect(all).toContain(words);
      expect(fragments).not.toContain(words);
    }
  });

  test("stay in memory while they are used, and no more of them than there is room for", async () => {
    const { db } = service();
    const tenant = "tenant_of_fragments";
    const html = "p".repeat(10_000);
    await db.transaction(async (tx) => {
      for (let index = 0; index < 40; index += 1)
        await tx.run(sql`INSERT INTO shared_parts (tenant_id, part_hash, body) VALUES (${tenant}, ${`part-${index}`}, ${html})`);
    });
    const cache = new FragmentCache(100_000);
    await cache.read(db, tenant, "<foyer:part-0>");
    for (let index = 1; index < 40; index += 1) {
      expect(cache.get("part-0")).toBe(html);
      const read = await cache.read(db, tenant, `<foyer:part-0><foyer:part-${index}>`);
      expect([...read.keys()]).toEqual(["part-0", `part-${index}`]);
    }
    const left = Array.from({ length: 40 }, (_, index) => index).filter((index) => cache.get(`part-${index}`) !== undefined);
    expect([left.length, left.includes(0), left.includes(1), left.includes(39)]).toEqual([10, true, false, true]);
  });

  test("that are gone are rendered again from the version's document", async () => {
    const pageId = await makePage(api(), { name: "Made again", footerLinks: [] });
    await api().call("updatePage", { params: { page_id: pageId }, body: { status: "published" } });
    const { audience_id } = await makeAudience(api(), {}, pageId);
    const [link] = (await api().call("listPageLinks", { query: { audienceId: audience_id } })).items;
    await service().db.transaction((tx) => tx.run(sql`DELETE FROM shared_parts WHERE body LIKE '<%'`));
    const { status, html } = await visit(service(), `/default${link?.path}`);
    expect([status, html.includes("<style>"), html.includes("<h1>Made again</h1>")]).toEqual([200, true, true]);
  });

  test("were only the style in an earlier format: a migration brings such pages up to date", async () => {
    const key = { tenant_id: "tenant_1", audience_id: "audience_1", version_id: "version_1" };
    const hash = "h".repeat(43);
    const html = "<head><foyer:style></head><p><foyer:address></p>";
    async function* before(): AsyncGenerator<StoredRows> {
      yield { table: "page_styles", rows: [{ tenant_id: key.tenant_id, style_hash: hash, html: "<style></style>" }] };
      const rest = { style_hash: hash, sources: "", content_hash: "c", is_indexed: 0 };
      yield { table: "version_pages", rows: [{ ...key, html, ...rest }] };
    }
    await onEmptyDatabase(engine, async (db) => {
      // A later migration, which changes no table, deletes pages that are not live, as this one.
      const steps = migrations.slice(0, migrations.indexOf(livePages));
      await db.transaction((tx) => tx.run(sql`DELETE FROM migrations WHERE version > ${steps.length}`));
      await replaceContent(db, { migration: 5, content: before, overwrite: true, steps });
      expect(await db.all(sql`SELECT * FROM shared_parts`)).toEqual([
        { tenant_id: key.tenant_id, part_hash: hash, body: "<style></style>", used_at: 0 },
      ]);
      expect(await db.all(sql`SELECT * FROM version_pages`)).toEqual([
        { ...key, html: html.replace("style", hash), sources: "", content_hash: "c", is_indexed: 0, renderer: 0 },
      ]);
    });
  });
});
