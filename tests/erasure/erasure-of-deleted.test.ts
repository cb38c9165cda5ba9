import { beforeAll, expect, test } from "bun:test";
import { onBothEngines } from "../support/database/engines";
import { tenantIdOf } from "../support/database/rows";
import { tablesWith } from "../support/database/state";
import { type Applications, apply, makeApplications } from "../support/features/applications";
import { makeAudience, makePage } from "../support/features/versions";
import { pageTokenOf, post } from "../support/features/visitor";
import { useService } from "../support/service/service";
import { runJob } from "../support/service/work";

const dayMs = 86_400_000;

onBothEngines("erasing a person leaves nothing of what somebody else dealt with before", (engine) => {
  const service = useService(engine, { runsJobs: false });
  const api = () => service().api;
  let tenantId: string;
  let applications: Applications;
  let topicId: string;

  beforeAll(async () => {
    tenantId = await tenantIdOf(service().db, api());
    topicId = (await api().call("createTopic", { body: { title: "Facts", purpose: "Facts", isDefault: true } })).topicId;
    applications = await makeApplications(service(), tenantId);
  });

  const key = () => ({ "idempotency-key": crypto.randomUUID() });
  const known = async (email: string) => (await api().call("createPerson", { body: { name: "Someone", email } })).personId;
  const erase = (person_id: string) => api().call("deletePerson", { params: { person_id } });
  const rowsWith = (words: string) => tablesWith(service().db, words);

  async function ask(question: string, on = applications.page): Promise<string> {
    expect((await post(service(), "/_foyer/ask", { page: on, question })).status).toBe(200);
    const { items } = await api().call("listQuestions", {});
    return items.find(({ text }) => text === question)?.questionId as string;
  }

  test("of a question that was changed and then deleted", async () => {
    const email = "bob@gone.example";
    const personId = await known(email);
    const params = { question_id: await ask(`Can you write to ${email}?`) };
    await api().call("updateQuestion", { params, body: { status: "ignored" }, headers: key() });
    await api().call("deleteQuestion", { params });
    expect(await rowsWith(email)).toContain("idempotency");
    await erase(personId);
    expect(await rowsWith(email)).toEqual([]);
  });

  test("of a file that was changed before its form was deleted, long after it was sent; what others sent stays", async () => {
    const personId = await known("grace@gone.example");
    await known("alan@stays.example");
    const sent = [
      await apply(service(), applications, "grace@gone.example", "Grace Hopper"),
      await apply(service(), applications, "alan@stays.example", "Alan Turing"),
    ];
    service().advance(29 * dayMs);
    for (const { submission_id, asset_id } of sent) {
      await api().call("updateAsset", { params: { asset_id }, body: { purpose: "An applicant" }, headers: key() });
      await api().call("deleteFormSubmission", { params: { submission_id } });
    }
    service().advance(2 * dayMs);
    await runJob(service(), "removeOldEvents", tenantId, null, service().clock());
    expect(await rowsWith("Grace Hopper")).toContain("idempotency");
    const ofOthers = await rowsWith("Alan Turing");
    expect(ofOthers).toContain("events");
    await erase(personId);
    expect(await rowsWith("Grace Hopper")).toEqual([]);
    expect(await rowsWith("Alan Turing")).toEqual(ofOthers);
  });

  test("of a question that somebody thought about answering", async () => {
    const person = await api().call("createPerson", { body: { name: "Ada Byron" } });
    const pageId = await makePage(api(), {});
    await api().call("updatePage", { params: { page_id: pageId }, body: { status: "published" } });
    const own = await makeAudience(api(), { personId: person.personId }, pageId);
    const ownPage = await pageTokenOf(service(), tenantId, own.audience_id);
    const question = "Does my xylograph collection have a discount?";
    const params = { question_id: await ask(question, ownPage) };
    const body = { topicId, answer: "Yes, it does.", dryRun: true };
    await api().call("createEntryFromQuestion", { params, body, headers: key() });
    expect(await rowsWith("xylograph")).toContain("idempotency");
    await erase(person.personId);
    expect(await rowsWith("xylograph")).toEqual([]);
  });
});
