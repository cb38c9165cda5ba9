import { beforeAll, expect, test } from "bun:test";
import { sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { tenantIdOf } from "../support/database/rows";
import { tablesWith } from "../support/database/state";
import { type Applications, apply, makeApplications } from "../support/features/applications";
import { addSession } from "../support/features/sessions";
import { post } from "../support/features/visitor";
import { useService } from "../support/service/service";

/** A step of an erasure looks at fewer rows. */
const manyChanges = 150;

onBothEngines("erasing a person leaves nothing of what was recorded after they wrote", (engine) => {
  const service = useService(engine, { runsJobs: false });
  const api = () => service().api;
  let tenantId: string;
  let applications: Applications;

  beforeAll(async () => {
    tenantId = await tenantIdOf(service().db, api());
    applications = await makeApplications(service(), tenantId);
  });

  const known = async (by: { email?: string; linkedinProfileUrl?: string }) =>
    (await api().call("createPerson", { body: { name: "Someone", ...by } })).personId;
  const erase = (person_id: string) => api().call("deletePerson", { params: { person_id } });
  const rowsWith = (words: string) => tablesWith(service().db, words);

  test("however often their question was changed since", async () => {
    const email = "bob@who.example";
    const personId = await known({ email });
    expect(
      (await post(service(), "/_foyer/ask", { page: applications.page, question: `Can you write to ${email}?` })).status,
    ).toBe(200);
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
    const { asset_id } = await apply(service(), applications, "grace@navy.example", "Grace Hopper");
    for (let change = 0; change < manyChanges; change += 1)
      await api().call("updateAsset", { params: { asset_id }, body: { purpose: `Applicant Grace Hopper ${change}` } });
    expect((await rowsWith("Grace Hopper")).length).toBeGreaterThan(manyChanges);
    await erase(personId);
    expect(await rowsWith("Grace Hopper")).toEqual([]);
  });

  test("in a visit whose raw events are gone and that spells their profile otherwise", async () => {
    const { db } = service();
    const profile = "https://www.linkedin.com/in/annlee";
    const personId = await known({ linkedinProfileUrl: "https://linkedin.com/in/annlee/" });
    const session = await addSession(db, tenantId, {
      pageId: applications.pageId,
      formSubmissionIdentifier: profile,
      formSubmissionIdentifierType: "linkedin",
    });
    expect((await post(service(), "/_foyer/forms", { page: applications.page, email: "", who: profile })).status).toBe(200);
    await db.transaction((tx) =>
      tx.run(sql`
        UPDATE form_submissions SET visit_id = ${session.analyticsSessionId}
        WHERE tenant_id = ${tenantId} AND identifier = ${profile}`),
    );
    await erase(personId);
    expect(await rowsWith("annlee")).toEqual([]);
  });
});
