import { Database as Connection } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import type { Operations, Output } from "../../contract";
import { insertAnswer } from "../../server/records/stored-answers";
import { queryText, sqliteDialect } from "../../server/storage/dialects";
import { sql, statement } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { recordQueries } from "../support/database/queries";
import { tenantIdOf } from "../support/database/rows";
import { addSession } from "../support/features/sessions";
import { makeAudience, makePublishedPage } from "../support/features/versions";
import { pageTokenOf, post } from "../support/features/visitor";
import { useService } from "../support/service/service";
import { runJob } from "../support/service/work";

/** A step looks at 100 rows, and may change several for each. */
const mostRowsOfAStep = 600;
const manyRows = 3_000;

onBothEngines("the cost of erasing a person", (engine) => {
  const service = useService(engine, { runsJobs: false });
  const api = () => service().api;
  const email = "heavy@erasure.example";

  /** A person with thousands of audiences, events, visits and stored answers. */
  async function heavyPerson(): Promise<string> {
    const { db } = service();
    const { personId } = await api().call("createPerson", { body: { name: "Heavy User", email } });
    await api().call("updatePerson", { params: { person_id: personId }, body: { phoneNumber: "+4930555555" } });
    const pageId = await makePublishedPage(api());
    const place = await makeAudience(api(), { personId }, pageId);
    const other = await makeAudience(api(), {}, pageId);
    const target = { targetType: "audience", audienceId: place.audience_id } as const;
    const link = await api().call("createPageLink", { body: { path: `/for/heavy-user/${personId}`, target } });
    const elsewhere = { target: { targetType: "audience", audienceId: other.audience_id } as const };
    await api().call("updatePageLink", { params: { page_link_id: link.pageLinkId }, body: elsewhere });
    const tenantId = await tenantIdOf(db, api());
    await post(service(), "/_foyer/forms", { page: await pageTokenOf(service(), tenantId, other.audience_id), email });
    await addSession(db, tenantId, { pageId, audienceId: place.audience_id, formSubmissionEmail: email, pageUrl: "/heavy-user" });
    await addSession(db, tenantId, { pageId, audienceId: other.audience_id, formSubmissionEmail: email, pageUrl: "/heavy-user" });
    const headers = { "idempotency-key": "heavy" };
    await api().call("updatePerson", { params: { person_id: personId }, body: { name: "Heavy User" }, headers });
    const numbers = sql`WITH RECURSIVE numbers (number) AS (
      SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${manyRows})`;
    await db.transaction(async (tx) => {
      const ofPerson = sql`tenant_id = ${tenantId} AND subject_id = ${personId}`;
      await tx.run(sql`
        INSERT INTO events (tenant_id, event_id, type, subject_id, data, created_at) ${numbers}
        SELECT tenant_id, event_id || '_' || numbers.number, type, subject_id, data, created_at FROM events, numbers
        WHERE ${ofPerson} AND type = 'person.created'`);
      await tx.run(sql`
        INSERT INTO events (tenant_id, event_id, type, subject_id, data, created_at) ${numbers}
        SELECT tenant_id, event_id || '_' || numbers.number, type, subject_id, data, created_at FROM events, numbers
        WHERE tenant_id = ${tenantId} AND type = 'form.submitted'`);
      await tx.run(sql`
        INSERT INTO declared_identifiers (tenant_id, identifier_hash, event_id) ${numbers}
        SELECT tenant_id, identifier_hash, event_id || '_' || numbers.number FROM declared_identifiers, numbers
        WHERE tenant_id = ${tenantId}`);
      await tx.run(sql`
        INSERT INTO idempotency (tenant_id, operation, idempotency_key, fingerprint, status, subject_id, response, created_at) ${numbers}
        SELECT tenant_id, operation, idempotency_key || numbers.number, fingerprint, status, subject_id, response, created_at
        FROM idempotency, numbers WHERE ${ofPerson}`);
      await tx.run(sql`
        INSERT INTO audience_sessions (tenant_id, analytics_session_id, audience_session_id, audience_id, page_id, page_url,
          computation_status, form_submission_email, has_conversion, has_form_submit, is_bounce, questions_asked_count,
          total_clicks_count, session_started_at) ${numbers}
        SELECT tenant_id, analytics_session_id || numbers.number, audience_session_id || numbers.number, audience_id, page_id,
          page_url, computation_status, form_submission_email, 0, 0, 0, 0, 0, session_started_at FROM audience_sessions, numbers
        WHERE tenant_id = ${tenantId} AND form_submission_email = ${email}`);
      await tx.run(sql`
        INSERT INTO audiences (tenant_id, audience_id, page_id, status, person_id, number, is_new_page_agent, latest_version_id,
          published_version_id, versions_made, created_at) ${numbers}
        SELECT tenant_id, audience_id || numbers.number, page_id, status, person_id, NULL, is_new_page_agent, latest_version_id,
          published_version_id, versions_made, created_at FROM audiences, numbers
        WHERE tenant_id = ${tenantId} AND audience_id = ${place.audience_id} AND numbers.number <= 300`);
    });
    return personId;
  }

  const left = async () => {
    const { db } = service();
    const counts: Record<string, number> = {};
    for (const [name, condition] of [
      ["events", "type IN ('person.created', 'person.updated', 'form.submitted')"],
      ["idempotency", "operation = 'updatePerson'"],
      ["audience_sessions", "form_submission_email IS NOT NULL OR page_url IS NOT NULL"],
      ["audiences", "person_id IS NOT NULL"],
      ["declared_identifiers", "1 = 1"],
      ["former_identifiers", "1 = 1"],
      ["erasures", "1 = 1"],
      ["erasure_audiences", "1 = 1"],
    ]) {
      const row = await db.first<{ count: number }>(
        statement(`SELECT CAST(count(*) AS INTEGER) AS count FROM ${name} WHERE ${condition}`),
      );
      counts[name as string] = Number(row?.count);
    }
    return counts;
  };
  const nothing = {
    events: 0,
    idempotency: 0,
    audience_sessions: 0,
    audiences: 0,
    declared_identifiers: 0,
    former_identifiers: 0,
    erasures: 0,
    erasure_audiences: 0,
  };

  /** On a busy machine it takes longer than one request may. */
  const erase = async (personId: string) => {
    for (;;) {
      const { status, body } = await api().send("deletePerson", { params: { person_id: personId } });
      if (status === 200) return body as Output<Operations["deletePerson"]>;
      expect(status).toBe(503);
    }
  };

  test("no transaction touches more than a few hundred rows, however much there is of the person, and the answer counts it all", async () => {
    const { db, storage } = service();
    const personId = await heavyPerson();
    const answers: { erased: { table: string; found: number; removed: number; changed: number }[] }[] = [];
    const { rows, texts } = await recordQueries(db, async () => {
      answers.push(await erase(personId));
    });
    expect(await left()).toEqual(nothing);
    expect(rows.length).toBeGreaterThan(manyRows / 100);
    expect(Math.max(...rows)).toBeLessThanOrEqual(mostRowsOfAStep);
    const of = (table: string) => answers[0]?.erased.find((one) => one.table === table);
    expect(of("persons")).toMatchObject({ found: 1, removed: 1 });
    expect(of("audience_sessions")).toMatchObject({ removed: 0, changed: 2 * manyRows + 2 });
    expect(of("events")?.removed).toBeGreaterThan(2 * manyRows);
    expect(of("declared_identifiers")?.removed).toBe(2 * (manyRows + 1));
    expect(of("form_submissions")?.removed).toBe(1);
    expect(of("idempotency")?.removed).toBe(manyRows + 1);
    if (engine === "sqlite") expectIndexes(join(storage.dataFolder, "foyer.db"), texts);
  });

  test("no transaction searches more than one long stored answer", async () => {
    const { db } = service();
    const tenantId = await tenantIdOf(db, api());
    const { personId } = await api().call("createPerson", { body: { name: "In Long Answers" } });
    const response = JSON.stringify({ personId, text: "long ".repeat(500_000) });
    await db.transaction(async (tx) => {
      for (let answer = 0; answer < 4; answer += 1)
        await tx.run(sql`
          INSERT INTO idempotency (tenant_id, operation, idempotency_key, fingerprint, status, subject_id, response, created_at)
          VALUES (${tenantId}, 'updateAccount', ${`long ${answer}`}, '', 200, 'account', ${response}, ${Date.now()})`);
    });
    const { rows } = await recordQueries(db, () => api().call("deletePerson", { params: { person_id: personId } }));
    expect(rows.length).toBeGreaterThan(4);
    expect(await db.all(sql`SELECT operation FROM idempotency WHERE operation = 'updateAccount'`)).toEqual([]);
  });

  test("a person is found in every piece of a long answer, and those of others stay", async () => {
    const { db } = service();
    const tenantId = await tenantIdOf(db, api());
    const { personId } = await api().call("createPerson", { body: { name: "In A Piece" } });
    const key = { operation: "updateAccount", fingerprint: "f", status: 200, subject_id: "account", etag: null };
    const others = (name: string) => ({ personId: `person_${name}`, name: "o".repeat(100) });
    const persons = (count: number, own: string) => [...Array(count).keys()].map((index) => others(`${own}${index}`));
    await db.transaction(async (tx) => {
      for (let before = 0; before < 3_000; before += 100) {
        const linkedPersons = [...persons(before, "a"), { personId, name: "In A Piece" }, ...persons(3_000 - before, "b")];
        const answer = { ...key, idempotency_key: `with ${before}`, created_at: Date.now() };
        await insertAnswer(tx, tenantId, answer, [JSON.stringify({ accountId: "account", linkedPersons })]);
      }
      const without = JSON.stringify({ accountId: "account", linkedPersons: persons(3_000, "c") });
      await insertAnswer(tx, tenantId, { ...key, idempotency_key: "without", created_at: Date.now() }, [without]);
    });
    await api().call("deletePerson", { params: { person_id: personId } });
    const left = sql`SELECT DISTINCT idempotency_key FROM answer_pieces`;
    expect(await db.all(left)).toEqual([{ idempotency_key: "without" }]);
  });

  test("no stage removes more than two megabytes of events or stored answers at a time", async () => {
    const { db } = service();
    const tenantId = await tenantIdOf(db, api());
    const { personId } = await api().call("createPerson", { body: { name: "Large Rows" } });
    const place = await makeAudience(api(), { personId });
    const data = JSON.stringify({ personId, audienceId: place.audience_id, text: "l".repeat(900_000) });
    await db.transaction(async (tx) => {
      for (const subject of [personId, place.audience_id])
        for (let row = 0; row < 6; row += 1) {
          await tx.run(sql`
            INSERT INTO events (tenant_id, event_id, type, subject_id, data, created_at)
            VALUES (${tenantId}, ${`event_large_${subject}_${row}`}, 'audience.updated', ${subject}, ${data}, 0)`);
          await tx.run(sql`
            INSERT INTO idempotency (tenant_id, operation, idempotency_key, fingerprint, status, subject_id, response, created_at)
            VALUES (${tenantId}, 'updateAudience', ${`${subject} ${row}`}, '', 200, ${subject}, ${data}, ${Date.now()})`);
        }
    });
    const { transaction } = db;
    const removed: number[] = [];
    const bytes = () =>
      db.first<{ bytes: number }>(sql`
        SELECT (SELECT coalesce(sum(octet_length(data)), 0) FROM events WHERE octet_length(data) > 500000)
          + (SELECT coalesce(sum(octet_length(response)), 0) FROM idempotency WHERE octet_length(response) > 500000) AS bytes`);
    Object.assign(db, {
      transaction: async (work: never) => {
        const before = Number((await bytes())?.bytes);
        const result = await transaction(work);
        removed.push(before - Number((await bytes())?.bytes));
        return result;
      },
    });
    await api().call("deletePerson", { params: { person_id: personId } });
    Object.assign(db, { transaction });
    expect(Number((await bytes())?.bytes)).toBe(0);
    // The ends of two stages and the beginning of a third may be in one transaction, each in a statement of its own.
    expect(Math.max(...removed)).toBeLessThanOrEqual(3 * 2_000_000);
  });

  test("an erasure that was interrupted is finished by a job, and can be heard of by a repeated request", async () => {
    const { db, advance } = service();
    const personId = await heavyPerson();
    const params = { person_id: personId };
    const { transaction } = db;
    let transactions = 0;
    Object.assign(db, {
      transaction: (work: never) => {
        transactions += 1;
        if (transactions > 20) throw new Error("The process ends here");
        return transaction(work);
      },
    });
    expect((await api().send("deletePerson", { params })).status).toBe(500);
    Object.assign(db, { transaction });
    expect((await left()).erasures).toBe(1);
    expect((await api().refusal("getPerson", { params })).code).toBe("not_found");
    advance(31_000);
    await runJob(service(), "finishErasures", await tenantIdOf(db, api()), null, service().clock());
    expect(await left()).toEqual(nothing);
    expect((await api().refusal("deletePerson", { params })).code).toBe("not_found");
    const { items } = await api().call("listEvents", { query: { type: "person.deleted" } });
    expect(items.filter(({ data }) => data.personId === personId)).toHaveLength(1);
    advance(61_000);
    await runJob(service(), "finishErasures", await tenantIdOf(db, api()), null, service().clock());
    expect(await db.all(sql`SELECT identifier_hash FROM erased_identifiers`)).toEqual([]);
  });

  test("an erasure that can't go on keeps no other from being finished, of the same tenant or of another", async () => {
    const { db } = service();
    const own = await tenantIdOf(db, api());
    const other = "tenant_zz_other";
    const person = (person_id: string) =>
      JSON.stringify({ person_id, name: "Gone", slug: "gone", email: null, phone_number: null, linkedin_profile_url: null });
    await db.transaction(async (tx) => {
      await tx.run(sql`INSERT INTO tenants (tenant_id, name, created_at) VALUES (${other}, 'other', 0)`);
      for (const [tenantId, personId, data] of [
        [own, "person_a", "{"],
        [own, "person_b", person("person_b")],
        [other, "person_c", person("person_c")],
      ] as const)
        await tx.run(sql`
          INSERT INTO erasures (tenant_id, person_id, person, stage, position, counts, stepped_at)
          VALUES (${tenantId}, ${personId}, ${data}, '', '', '{}', 0)`);
    });
    const finished = runJob(service(), "finishErasures", own, null, service().clock());
    expect(await finished.catch(({ name }) => name)).toBe("SyntaxError");
    expect(await db.all(sql`SELECT person_id FROM erasures`)).toEqual([{ person_id: "person_a" }]);
  });
});

/** Every query that names a large table finds its rows by an index whose first column is not all it uses. */
function expectIndexes(file: string, texts: ReadonlySet<string>): void {
  const connection = new Connection(file, { readonly: true });
  const large =
    /\b(?:FROM|JOIN|UPDATE) (?:events|idempotency|audience_sessions|session_interactions|declared_identifiers|audiences|version_documents|page_links)\b/;
  const checked = [...texts].filter((text) => large.test(text) && !text.trimStart().startsWith("INSERT"));
  expect(checked.length).toBeGreaterThan(15);
  for (const text of checked) {
    const pieces = text.split("?");
    const plan = connection.query(`EXPLAIN QUERY PLAN ${queryText(sqliteDialect, { pieces, values: [] })}`).all() as {
      detail: string;
    }[];
    const details = plan.map(({ detail }) => detail).join("; ");
    expect(`${text}\n${details}`).not.toMatch(/SCAN (?!json_each|own\b|former\b|known\b|\(subquery)|TEMP B-TREE FOR ORDER/);
    for (const [search] of details.matchAll(/SEARCH [^;]*/g))
      expect(`${text}\n${search}`).toMatch(/\((tenant_id=\? AND|.* AND tenant_id)/);
  }
  connection.close();
}
