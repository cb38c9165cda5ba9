import { expect, setDefaultTimeout, test } from "bun:test";
import { replaceContent, type StoredRows } from "../../server/storage/backup";
import { sql } from "../../server/storage/sql";
import { Pieces } from "../../server/visitors/page-cache/fragments";
import { onEmptyDatabase } from "../support/backups";
import { onBothEngines } from "../support/engines";
import { useService } from "../support/service";
import { makeAudience, makePage } from "../support/versions";
import { visit } from "../support/visitor";

setDefaultTimeout(60_000);

const long = (words: string) => `${words} `.repeat(40);

onBothEngines("what pages share", (engine) => {
  const service = useService(engine);
  const api = () => service().api;

  const rowsOf = async (query: ReturnType<typeof sql>) =>
    (await service().db.all<{ html: string }>(query)).map(({ html }) => html);
  const own = () => rowsOf(sql`SELECT html FROM version_pages`);
  const shared = () => rowsOf(sql`SELECT body AS html FROM shared_parts ORDER BY part_hash`);

  test("is kept once for all audiences, and nothing of theirs is with it", async () => {
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

    const [all, pieces] = [(await own()).join(""), before.join("")];
    for (const words of ["Anvils are heavy.", "And they last.", "<style>"]) {
      expect(all).not.toContain(words);
      expect(pieces.split(long(words).trim()).length).toBeLessThanOrEqual(3);
      expect(pieces).toContain(words);
    }
    for (const words of ["Ada", "For Ada alone."]) {
      expect(all).toContain(words);
      expect(pieces).not.toContain(words);
    }
  });

  test("and was asked for lately stays in memory before what was not", async () => {
    const { db } = service();
    const tenant = "tenant_of_pieces";
    const html = "p".repeat(10_000);
    await db.transaction(async (tx) => {
      for (let index = 0; index < 40; index += 1)
        await tx.run(sql`INSERT INTO shared_parts (tenant_id, part_hash, body) VALUES (${tenant}, ${`piece-${index}`}, ${html})`);
    });
    const pieces = new Pieces(100_000);
    const style = (await pieces.read(db, tenant, "<foyer:piece-0>"))("piece-0");
    for (let index = 1; index < 40; index += 1) {
      expect(pieces.known("piece-0")).toBe(style);
      const read = await pieces.read(db, tenant, `<foyer:piece-0><foyer:piece-${index}>`);
      expect([read("piece-0"), read(`piece-${index}`)?.length]).toEqual([style, html.length]);
    }
    expect([pieces.known("piece-1"), pieces.known("piece-39")?.length]).toEqual([undefined, html.length]);
  });

  test("that is gone is made again from what the version was built of", async () => {
    const pageId = await makePage(api(), { name: "Made again", footerLinks: [] });
    await api().call("updatePage", { params: { page_id: pageId }, body: { status: "published" } });
    const { audience_id } = await makeAudience(api(), {}, pageId);
    const [link] = (await api().call("listPageLinks", { query: { audienceId: audience_id } })).items;
    await service().db.transaction((tx) => tx.run(sql`DELETE FROM shared_parts WHERE body LIKE '<%'`));
    const { status, html } = await visit(service(), `/default${link?.path}`);
    expect([status, html.includes("<style>"), html.includes("<h1>Made again</h1>")]).toEqual([200, true, true]);
  });

  test("was only the style once: such pages are brought up to now", async () => {
    const key = { tenant_id: "tenant_1", audience_id: "audience_1", version_id: "version_1" };
    const hash = "h".repeat(43);
    const html = "<head><foyer:style></head><p><foyer:address></p>";
    async function* before(): AsyncGenerator<StoredRows> {
      yield { table: "page_styles", rows: [{ tenant_id: key.tenant_id, style_hash: hash, html: "<style></style>" }] };
      const rest = { style_hash: hash, sources: "", content_hash: "c", is_indexed: 0 };
      yield { table: "version_pages", rows: [{ ...key, html, ...rest }] };
    }
    await onEmptyDatabase(engine, async (db) => {
      await replaceContent(db, { migration: 5, content: before, overwrite: true });
      expect(await db.all(sql`SELECT * FROM shared_parts`)).toEqual([
        { tenant_id: key.tenant_id, part_hash: hash, body: "<style></style>", used_at: 0 },
      ]);
      expect(await db.all(sql`SELECT * FROM version_pages`)).toEqual([
        { ...key, html: html.replace("style", hash), sources: "", content_hash: "c", is_indexed: 0, renderer: 0 },
      ]);
    });
  });
});
