import { beforeAll, expect, test } from "bun:test";
import { unnamedForms } from "../../server/storage/migrations/visits/unnamed-forms";
import { statement } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { tenantIdOf } from "../support/database/rows";
import { tablesWith } from "../support/database/state";
import { post, visit, visitorTokenIn } from "../support/features/visitor";
import { computed, TabByHand, visitedPage } from "../support/features/visits";
import { useService } from "../support/service/service";
import { runJob } from "../support/service/work";

const pdf = "%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n";
const dayMs = 86_400_000;

onBothEngines("a form that does not say who sends it", (engine) => {
  const service = useService(engine);
  const api = () => service().api;
  let tenantId: string;
  let formId: string;
  /** What the page's forms send along, and what its tracker does. */
  let page: string;
  let token: string;

  beforeAll(async () => {
    tenantId = await tenantIdOf(service().db, api());
    const fields = [
      { name: "email", label: "E-mail", type: "email" },
      { name: "tel", label: "Phone", type: "tel" },
      { name: "message", label: "Message", type: "textarea" },
      { name: "cv", label: "Your CV", type: "file" },
    ];
    formId = (await api().call("createForm", { body: { name: "Apply", fields } })).formId;
    const action = { purpose: "Apply", buttonTitle: "Apply", actionType: "form", url: formId };
    const visited = await visitedPage(service(), { actions: [action] });
    token = visited.token;
    page = visitorTokenIn((await visit(service(), visited.path)).html);
  });

  const kept = (words: string) => tablesWith(service().db, words);
  const erase = (person_id: string) => api().call("deletePerson", { params: { person_id } });

  async function begunVisit() {
    const tab = new TabByHand(service(), token, crypto.randomUUID().replaceAll("-", "").slice(0, 26));
    await tab.send(0, [tab.event("s", 0, "", 0)]);
    return `visit_${tab.visitKey}`;
  }

  /** Returns what became of it. */
  async function send(_visit: string, fields: Record<string, string>) {
    expect((await post(service(), "/_foyer/forms", { page, _visit, form: formId, ...fields })).status).toBe(200);
    const { items } = await api().call("listFormSubmissions", { query: { limit: 1 } });
    return items[0] as (typeof items)[number];
  }

  async function sendFile(_visit: string, name: string) {
    const body = new FormData();
    for (const [field, value] of Object.entries({ page, form: formId, _visit })) body.append(field, value);
    body.append("cv", new File([pdf], `${name}.pdf`, { type: "application/pdf" }));
    const url = `${service().pagesOrigin}/_foyer/forms?page=${page}`;
    const { status } = await fetch(url, { method: "POST", headers: { host: "pages.foyer.test" }, body });
    expect(status).toBe(200);
    const { items } = await api().call("listFormSubmissions", { query: { limit: 1 } });
    return items[0] as (typeof items)[number];
  }

  test("is erased with whoever says so in another form of the visit, before or after it, and what others sent stays", async () => {
    const [own, others] = [`kakapo ${engine}`, `takahe ${engine}`];
    const senders = new Map<string, string>();
    for (const [words, email] of [
      [own, `own@${engine}.example`],
      [others, `others@${engine}.example`],
    ] as const) {
      const name = await begunVisit();
      await send(name, { message: `${words} before` });
      await send(name, { message: `${words} with a number`, tel: "030 1234567" });
      await sendFile(name, `${words} file`);
      senders.set(words, (await send(name, { email, message: words })).personId as string);
      await send(name, { message: `${words} after` });
    }
    await computed(service());
    const before = await kept(others);
    expect(before.filter((table) => table === "form_submissions")).toHaveLength(5);
    await erase(senders.get(own) as string);
    expect(await kept(own)).toEqual([]);
    expect(await kept(others)).toEqual(before);
  });

  test("is erased with them if it was recorded before forms were found by their visits", async () => {
    const words = `kea ${engine}`;
    const name = await begunVisit();
    await send(name, { message: words, tel: "030 1234567" });
    const { submissionId } = await send(name, { message: `${words} deleted` });
    await sendFile(name, words);
    const { personId } = await send(name, { email: `kea@${engine}.example` });
    const { db } = service();
    await db.transaction(async (tx) => {
      for (const table of ["submission_identifiers", "declared_identifiers"])
        await tx.run(statement(`DELETE FROM ${table} WHERE identifier_hash LIKE 'visit:%'`));
      for (const text of unnamedForms(db.dialect)) await tx.run(statement(text));
    });
    await api().call("deleteFormSubmission", { params: { submission_id: submissionId } });
    await erase(personId as string);
    expect(await kept(words)).toEqual([]);
  });

  test("stays if nobody says so in its visit, and one that names somebody else stays where others send forms", async () => {
    const words = `moa ${engine}`;
    await send(await begunVisit(), { message: `${words} alone` });
    const name = await begunVisit();
    await send(name, { message: `${words} of a colleague`, email: `colleague@${engine}.example` });
    const { personId } = await send(name, { email: `borrower@${engine}.example` });
    const before = await kept(words);
    await erase(personId as string);
    expect(await kept(words)).toEqual(before);
  });

  test("leaves nothing if it, or the form that says so, was deleted before", async () => {
    const words = `huia ${engine}`;
    const deleted = async ({ submissionId }: { submissionId: string }) =>
      api().call("deleteFormSubmission", { params: { submission_id: submissionId } });
    const [one, other] = [await begunVisit(), await begunVisit()];
    await deleted(await send(one, { message: `${words} deleted` }));
    await deleted(await sendFile(one, `${words} deleted`));
    const email = `huia@${engine}.example`;
    const { personId } = await send(one, { email });
    await send(other, { message: `${words} kept` });
    expect((await post(service(), "/_foyer/ask?language=en", { page, question: `${words}?`, _visit: other })).status).toBe(200);
    await deleted(await send(other, { email }));
    expect((await kept(words)).filter((table) => table === "form_submissions")).toHaveLength(1);
    await erase(personId as string);
    expect(await kept(words)).toEqual([]);
  });

  test("leaves nothing of a file that was changed long before its form was deleted", async () => {
    const words = `weka ${engine}`;
    const name = await begunVisit();
    const { submissionId, files } = await sendFile(name, words);
    const { personId } = await send(name, { email: `weka@${engine}.example` });
    service().advance(29 * dayMs);
    await api().call("updateAsset", { params: { asset_id: files[0]?.assetId as string }, body: { purpose: words } });
    await api().call("deleteFormSubmission", { params: { submission_id: submissionId } });
    service().advance(2 * dayMs);
    await runJob(service(), "removeOldEvents", tenantId, null, service().clock());
    expect(await kept(words)).toContain("events");
    await erase(personId as string);
    expect(await kept(words)).toEqual([]);
  });
});
