import { beforeAll, expect, test } from "bun:test";
import { sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { tenantIdOf } from "../support/database/rows";
import { stateOf } from "../support/database/state";
import { addSession } from "../support/features/sessions";
import { makeAudience, makePage } from "../support/features/versions";
import { pageTokenOf, post } from "../support/features/visitor";
import { useService } from "../support/service/service";

/** A step of an erasure looks at fewer rows. */
const manyChanges = 150;
const pdf = "%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n";

onBothEngines("erasing a person leaves nothing of what was recorded after they wrote", (engine) => {
  const service = useService(engine, { runsJobs: false });
  const api = () => service().api;
  let tenantId: string;
  let pageId: string;
  let formId: string;
  let page: string;

  beforeAll(async () => {
    tenantId = await tenantIdOf(service().db, api());
    const fields = [
      { name: "email", label: "E-mail", type: "email" },
      { name: "cv", label: "Your CV", type: "file" },
    ];
    formId = (await api().call("createForm", { body: { name: "Apply", fields } })).formId;
    pageId = await makePage(api(), { actions: [{ purpose: "Apply", buttonTitle: "Apply", actionType: "form", url: formId }] });
    await api().call("updatePage", { params: { page_id: pageId }, body: { status: "published" } });
    page = await pageTokenOf(service(), tenantId, (await makeAudience(api(), {}, pageId)).audience_id);
  });

  const known = async (by: { email?: string; linkedinProfileUrl?: string }) =>
    (await api().call("createPerson", { body: { name: "Someone", ...by } })).personId;
  const erase = (person_id: string) => api().call("deletePerson", { params: { person_id } });
  const rowsWith = async (words: string) =>
    Object.entries(await stateOf(service().db)).flatMap(([table, lines]) =>
      lines.filter((line) => line.includes(words)).map(() => table),
    );

  test("however often their question was changed since", async () => {
    const email = "bob@who.example";
    const personId = await known({ email });
    expect((await post(service(), "/_foyer/ask", { page, question: `Can you write to ${email}?` })).status).toBe(200);
    const { items } = await api().call("listQuestions", {});
    const params = { question_id: items.find(({ text }) => text.includes(email))?.questionId as string };
    for (let change = 0; change < manyChanges; change += 1) {
      const body = { status: change % 2 === 0 ? ("ignored" as const) : ("unanswered" as const) };
      await api().call("updateQuestion", { params, body, headers: { "idempotency-key": `change ${change}` } });
    }
    expect((await rowsWith(email)).length).toBeGreaterThan(manyChanges);
    await erase(personId);
    expect(await rowsWith(email)).toEqual([]);
  });

  test("however often a file of theirs was changed since", async () => {
    const personId = await known({ email: "grace@navy.example" });
    const body = new FormData();
    const fields = {
      page,
      form: formId,
      email: "grace@navy.example",
      cv: new File([pdf], "Grace Hopper.pdf", { type: "application/pdf" }),
    };
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    const sent = await fetch(`${service().pagesOrigin}/_foyer/forms?page=${page}`, {
      method: "POST",
      headers: { host: "pages.foyer.test" },
      body,
    });
    expect(sent.status).toBe(200);
    const { items } = await api().call("listFormSubmissions", { query: { limit: 1 } });
    const params = { asset_id: items[0]?.files[0]?.assetId as string };
    for (let change = 0; change < manyChanges; change += 1)
      await api().call("updateAsset", { params, body: { purpose: `Applicant Grace Hopper ${change}` } });
    expect((await rowsWith("Grace Hopper")).length).toBeGreaterThan(manyChanges);
    await erase(personId);
    expect(await rowsWith("Grace Hopper")).toEqual([]);
  });

  test("in a visit whose raw events are gone and that spells their profile otherwise", async () => {
    const { db } = service();
    const profile = "https://www.linkedin.com/in/annlee";
    const personId = await known({ linkedinProfileUrl: "https://linkedin.com/in/annlee/" });
    const session = await addSession(db, tenantId, {
      pageId,
      formSubmissionIdentifier: profile,
      formSubmissionIdentifierType: "linkedin",
    });
    expect((await post(service(), "/_foyer/forms", { page, email: "", who: profile })).status).toBe(200);
    await db.transaction((tx) =>
      tx.run(sql`
        UPDATE form_submissions SET visit_id = ${session.analyticsSessionId}
        WHERE tenant_id = ${tenantId} AND identifier = ${profile}`),
    );
    await erase(personId);
    expect(await rowsWith("annlee")).toEqual([]);
  });
});
