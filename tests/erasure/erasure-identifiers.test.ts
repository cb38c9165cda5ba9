import { beforeAll, expect, test } from "bun:test";
import { createIds } from "../../server/records/ids";
import { sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { tenantIdOf } from "../support/database/rows";
import { addSession } from "../support/features/sessions";
import { makeAudience, makePublishedPage } from "../support/features/versions";
import { pageTokenOf, post } from "../support/features/visitor";
import { useService } from "../support/service/service";
import { runJob } from "../support/service/work";

const newId = createIds(Date.now);

onBothEngines("what visitors sent, when a person is erased", (engine) => {
  const service = useService(engine, { runsJobs: false });
  const api = () => service().api;
  let tenantId: string;
  let page: string;
  let pageId: string;

  beforeAll(async () => {
    tenantId = await tenantIdOf(service().db, api());
    pageId = await makePublishedPage(api());
    page = await pageTokenOf(service(), tenantId, (await makeAudience(api(), {}, pageId)).audience_id);
  });

  interface Known {
    email?: string;
    phoneNumber?: string;
    linkedinProfileUrl?: string;
  }
  const person = async (known: Known) => (await api().call("createPerson", { body: { name: "Someone", ...known } })).personId;
  const change = (person_id: string, body: Known) => api().call("updatePerson", { params: { person_id }, body });
  const erase = (person_id: string) => api().call("deletePerson", { params: { person_id } });
  const sendForm = async (fields: Record<string, string>) => {
    expect((await post(service(), "/_foyer/forms", { page, email: "nobody@nowhere.example", ...fields })).status).toBe(200);
  };
  const ask = async (question: string) => {
    expect((await post(service(), "/_foyer/ask", { page, question })).status).toBe(200);
  };
  /** All that visitors have sent. */
  async function sent(): Promise<string> {
    const rows = await service().db.all<{ data: string }>(sql`
      SELECT data FROM events WHERE type IN ('form.submitted', 'question.asked') ORDER BY event_id`);
    return rows.map(({ data }) => data).join("\n");
  }

  /** Erases a person of whom only this is known, after visitors have sent each of the texts as a value and in a question. */
  async function leftOf(known: Known, texts: readonly string[]): Promise<string[]> {
    for (const [index, text] of texts.entries()) {
      await sendForm({ note: text, mark: `value-${index}-` });
      await ask(`(Reach me: ${text}), mark question-${index}-`);
    }
    await erase(await person(known));
    const left = await sent();
    const marks = texts.flatMap((_, index) => [`value-${index}-`, `question-${index}-`]).filter((mark) => left.includes(mark));
    await service().db.transaction(async (tx) => {
      await tx.run(sql`DELETE FROM events WHERE tenant_id = ${tenantId}`);
      await tx.run(sql`DELETE FROM erased_identifiers WHERE tenant_id = ${tenantId}`);
    });
    return marks;
  }
  const all = (count: number) => Array.from({ length: count }, (_, index) => [`value-${index}-`, `question-${index}-`]).flat();

  test("stays if another's address contains theirs or is contained in it", async () => {
    const email = "ann@acme.co";
    const others = ["joann@acme.com", "ann@acme.com", "joann@acme.co", "ann@acme.co.uk", "x.ann@acme.co", "nn@acme.co"];
    expect(await leftOf({ email }, others)).toEqual(all(others.length));
  });

  test("stays if another's number begins or ends with theirs", async () => {
    const others = ["+14155550123", "+1 415 555 0123", "+441415555", "1415555"];
    expect(await leftOf({ phoneNumber: "+1415555" }, others)).toEqual(all(others.length));
  });

  test("goes however the address is spelled", async () => {
    const spelled = [
      "élodie@müller.example",
      "ÉLODIE@Müller.Example",
      "E\u0301lodie@xn--mller-kva.example",
      "Élodie@Müller.example",
      "\u202aÉlodie@Müller.example\u202c",
      "É\u00adlodie@Müller.example\u200b",
    ];
    expect(await leftOf({ email: "Élodie@Müller.example" }, spelled)).toEqual([]);
    const odd = ["o'neil_100%@acme.example", "O'NEIL_100%@ACME.EXAMPLE"];
    expect(await leftOf({ email: "o'neil_100%@acme.example" }, odd)).toEqual([]);
  });

  test("goes however the number or the profile is spelled", async () => {
    const numbers = ["+49 30 1234567", "+49 (0)30 / 123-4567", "0049301234567", "tel:+49301234567", "＋４９３０１２３４５６７"];
    numbers.push("\u202a+49 30 1234567\u202c", "+٤٩ ٣٠ ١٢٣٤٥٦٧", "۰۰۴۹۳۰۱۲۳۴۵۶۷");
    expect(await leftOf({ phoneNumber: "+49301234567" }, numbers)).toEqual([]);
    const profiles = ["https://de.linkedin.com/in/Zo%C3%AB-1/", "linkedin.com/in/zoë-1?trk=x", "http://LinkedIn.com/in/ZOË-1"];
    expect(await leftOf({ linkedinProfileUrl: "https://www.linkedin.com/in/zoë-1" }, profiles)).toEqual([]);
    const others = ["https://www.linkedin.com/in/zoë-12", "https://www.linkedin.com/company/zoë-1"];
    expect(await leftOf({ linkedinProfileUrl: "https://www.linkedin.com/in/zoë-1" }, others)).toEqual(all(others.length));
  });

  test("goes if it was sent under an address or number they had before, also during visits", async () => {
    const { db } = service();
    const personId = await person({ email: "First@former.example", phoneNumber: "+493011111" });
    await change(personId, { email: "second@former.example", phoneNumber: "+493022222" });
    const params = { email: "second@former.example" };
    const linkedinProfileUrl = "https://linkedin.com/in/former";
    await api().call("upsertPersonByEmail", { params, body: { name: "Someone", linkedinProfileUrl } });
    await change(personId, { email: "third@former.example", linkedinProfileUrl: "https://linkedin.com/in/present" });
    const once = [
      "first@former.example",
      "second@former.example",
      "third@former.example",
      "+49 30 11111",
      "linkedin.com/in/former",
    ];
    for (const text of once) await sendForm({ note: text });
    await sendForm({ note: "fourth@former.example" });
    await addSession(db, tenantId, { pageId, formSubmissionEmail: "FIRST@former.example" });
    await addSession(db, tenantId, { pageId, formSubmissionEmail: "fourth@former.example" });
    await erase(personId);
    expect((await sent()).match(/\w+@former|11111|in\/former/g)).toEqual(["fourth@former"]);
    const visits = await db.all<{ form_submission_email: string }>(sql`
      SELECT form_submission_email FROM audience_sessions WHERE form_submission_email LIKE '%@former.example'`);
    expect(visits.map((row) => row.form_submission_email)).toEqual(["fourth@former.example"]);
    expect(await db.all(sql`SELECT value FROM former_identifiers`)).toEqual([]);
  });

  test("goes during a visit in which they spelled an address with other letters than ASCII", async () => {
    const { db } = service();
    const personId = await person({ email: "Ægir@visit.example" });
    for (const formSubmissionEmail of ["ægir@visit.example", "ÆGIR@VISIT.EXAMPLE", "Ægir@Visit.example", "gir@visit.example"])
      await addSession(db, tenantId, { pageId, formSubmissionEmail });
    await erase(personId);
    const visits = await db.all(sql`
      SELECT form_submission_email FROM audience_sessions WHERE lower(form_submission_email) LIKE '%@visit.example'`);
    expect(visits).toEqual([{ form_submission_email: "gir@visit.example" }]);
  });

  test("goes from the person's own page; what its next person sent from there stays", async () => {
    const [first, second] = [await person({}), await person({})];
    const own = `own-${crypto.randomUUID()}`;
    const params = { page_id: pageId, external_id: own };
    const { audienceId } = await api().call("upsertAudienceByExternalId", { params, body: { personId: first } });
    const from = await pageTokenOf(service(), tenantId, audienceId);
    const send = (question: string) => post(service(), "/_foyer/ask", { page: from, question });
    expect((await send("asked by the first")).status).toBe(200);
    await api().call("upsertAudienceByExternalId", { params, body: { personId: second } });
    expect((await send("asked by the second")).status).toBe(200);
    await erase(first);
    expect((await sent()).match(/asked by the \w+/g)).toEqual(["asked by the second"]);
    await erase(second);
    expect((await sent()).match(/asked by the \w+/g)).toBeNull();
  });

  test("goes if it was recorded before there was an index, in any format, whether or not the job has indexed it", async () => {
    const { db } = service();
    for (const isIndexed of [false, true]) {
      const personId = await person({ email: "before@index.example" });
      await change(personId, { email: "after@index.example" });
      for (let index = 0; index < 450; index += 1)
        await recordUnindexed(index === 449 ? "BEFORE@index.example" : `x${index}@y.example`);
      for (const data of ["", "{", "null", '{"email":"before@INDEX.example"}', '{"values":{"a":1},"b":"c before@index.example"}'])
        await record("form.submitted", data);
      for (const data of ["", "null", `{"personId":"${personId}"}`, `{"personId":"${personId}","email":7}`])
        await record("person.created", data);
      await db.transaction(async (tx) => {
        await tx.run(sql`DELETE FROM declared_identifiers WHERE tenant_id = ${tenantId}`);
        await tx.run(sql`DELETE FROM former_identifiers WHERE tenant_id = ${tenantId}`);
        await tx.run(sql`
          INSERT INTO unindexed_events (tenant_id, type, walked_to, up_to)
          SELECT tenant_id, type, '', max(event_id) FROM events
          WHERE tenant_id = ${tenantId} AND type IN ('form.submitted', 'person.created') GROUP BY tenant_id, type`);
      });
      if (isIndexed) {
        await runJob(service(), "finishErasures", tenantId, null, service().clock());
        expect(await db.all(sql`SELECT type FROM unindexed_events`)).toEqual([]);
      }
      await erase(personId);
      expect((await sent()).toLowerCase()).not.toContain("before@index.example");
      expect(await sent()).toContain("x448@y.example");
      service().advance(61_000);
    }

    function recordUnindexed(email: string): Promise<void> {
      return record("form.submitted", JSON.stringify({ values: { email }, personId: null }));
    }

    async function record(type: string, data: string): Promise<void> {
      await db.transaction((tx) =>
        tx.run(sql`
          INSERT INTO events (tenant_id, event_id, type, subject_id, data, created_at)
          VALUES (${tenantId}, ${newId("event")}, ${type}, 'audience_x', ${data}, ${Date.now()})`),
      );
    }
  });

  test("is not indexed for longer than it is kept", async () => {
    const { db, advance } = service();
    await sendForm({ note: "old@event.example" });
    advance(31 * 86_400_000);
    await runJob(service(), "removeOldEvents", tenantId, null, service().clock());
    expect(await db.all(sql`SELECT event_id FROM declared_identifiers`)).toEqual([]);
  });
});
