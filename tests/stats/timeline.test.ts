import { expect, test } from "bun:test";
import { findTenantByName } from "../../server/features/tenants";
import { createIds } from "../../server/records/ids";
import { saveSessions } from "../../server/visits/complete-session";
import { publishPage } from "../support/browser/site";
import { onBothEngines } from "../support/database/engines";
import { addQuestion } from "../support/database/rows";
import { randomSession } from "../support/features/stats";
import { addSubmission } from "../support/features/submissions";
import { post, visit, visitorTokenIn } from "../support/features/visitor";
import { visitedPage } from "../support/features/visits";
import { useService } from "../support/service/service";
import { testSite } from "../support/service/site";

onBothEngines("an account's timeline", (engine) => {
  const service = useService(engine);

  test("has visits, publishes, questions, forms and logs in one order, page by page, and nothing of another account", async () => {
    const { api, db, clock } = service();
    const account = await api.call("createAccount", { body: { domain: "timeline.example" } });
    const other = await api.call("createAccount", { body: { domain: "other.example" } });
    const person = await api.call("createPerson", { body: { name: "Tim Line", email: "tim@timeline.example" } });
    const ofAccount = await publishPage(service(), {}, { accountId: account.accountId });
    const ofPerson = await publishPage(service(), {}, { personId: person.personId });
    const ofOther = await publishPage(service(), {}, { accountId: other.accountId });
    const logs = [];
    for (const type of ["call", "mail", "deleted"]) {
      const body = { source: "crm", type, payload: {} };
      logs.push(await api.call("createAccountLog", { params: { account_id: account.accountId }, body }));
    }
    const deleted = { account_id: account.accountId, account_log_id: logs.at(-1)?.accountLogId as string };
    await api.call("deleteAccountLog", { params: deleted });
    const newId = createIds(clock);
    const tenant = await findTenantByName(db, "default");
    const opened = [ofAccount, ofAccount, ofPerson, ofOther].map(({ place }) => [place, "person"] as const);
    const visits = [...opened, [ofAccount.place, "scanner"] as const].map(([place, kind]) => ({
      before: undefined,
      after: { ...randomSession(newId, [place], clock()), audience_id: place.audience_id, kind },
      accountId: null,
      interactions: [],
    }));
    const ctx = { dialect: db.dialect, tenantId: tenant?.tenant_id as string, now: clock(), newId, site: testSite };
    await db.transaction((tx) => saveSessions({ ...ctx, db: tx }, visits));

    const params = { account_id: account.accountId };
    const all = await api.call("listAccountTimeline", { params });
    expect(all.items.map(({ type }) => type).sort()).toEqual(["log", "log", "publish", "publish", "visit", "visit", "visit"]);
    expect(all.totalCount).toBe(7);
    expect(all.items.map(({ at }) => Number(at))).toEqual(all.items.map(({ at }) => Number(at)).sort((one, two) => two - one));
    const walked = [];
    for (let cursor: string | undefined; ; ) {
      const page = await api.call("listAccountTimeline", { params, query: { limit: 2, ...(cursor && { cursor }) } });
      walked.push(...page.items);
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(walked).toEqual(all.items);
    const tenantId = tenant?.tenant_id as string;
    const ownPage = { audience_id: ofAccount.place.audience_id, page_id: ofAccount.place.page_id };
    const onOwnPage = await addSubmission(db, tenantId, { ...ownPage, account_id: other.accountId });
    const byOwnPerson = await addSubmission(db, tenantId, { account_id: account.accountId });
    const both = await addSubmission(db, tenantId, { ...ownPage, account_id: account.accountId });
    const byNobody = await addSubmission(db, tenantId, ownPage);
    await addSubmission(db, tenantId);
    const forms = await api.call("listAccountTimeline", { params, query: { type: "form" } });
    expect(forms.items.map(({ id }) => id).sort()).toEqual([onOwnPage, byOwnPerson, both, byNobody].sort());
    expect(forms.totalCount).toBe(4);
    const ofTheirs = await api.call("listAccountTimeline", { params: { account_id: other.accountId }, query: { type: "form" } });
    expect(ofTheirs.items.map(({ id }) => id)).toEqual([onOwnPage]);
    const asked = await addQuestion(db, tenantId, { accountId: account.accountId });
    await addQuestion(db, tenantId, { accountId: other.accountId });
    await addQuestion(db, tenantId);
    const ofAudience = { audienceId: ofAccount.place.audience_id, pageId: ofAccount.place.page_id };
    const askedOfOwnPage = await Promise.all(
      [other.accountId, account.accountId, null].map((accountId) => addQuestion(db, tenantId, { ...ofAudience, accountId })),
    );
    const questions = await api.call("listAccountTimeline", { params, query: { type: "question" } });
    expect(questions.items.map(({ id }) => id).sort()).toEqual([asked, ...askedOfOwnPage].sort());
    expect(questions.totalCount).toBe(4);
    const publishes = await api.call("listAccountTimeline", { params, query: { type: "publish" } });
    expect(publishes.items.map(({ label, pageId }) => [label, pageId]).sort()).toEqual(
      [ofAccount, ofPerson].map(({ place }) => ["1", place.page_id]).sort(),
    );
  });

  test("has what was done on a page before it was given to one of its people", async () => {
    const { api } = service();
    const [former, present] = await Promise.all(
      ["former", "present"].map((name) => api.call("createPerson", { body: { name, email: `${name}@${name}.example` } })),
    );
    const { place, path } = await visitedPage(service(), {}, { personId: former?.personId as string, externalId: "given" });
    const page = visitorTokenIn((await visit(service(), path)).html);
    await post(service(), "/_foyer/ask", { page, question: "What does it cost?" });
    const timeline = async (domain: string) => {
      const [account] = (await api.call("listAccounts", { query: { domain } })).items;
      const params = { account_id: account?.accountId as string };
      const { items, totalCount } = await api.call("listAccountTimeline", { params, query: { type: "question" } });
      return [items.length, totalCount];
    };
    expect([await timeline("former.example"), await timeline("present.example")]).toEqual([
      [1, 1],
      [0, 0],
    ]);
    const params = { page_id: place.page_id, external_id: "given" };
    await api.call("upsertAudienceByExternalId", { params, body: { personId: present?.personId as string } });
    expect([await timeline("former.example"), await timeline("present.example")]).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });

  test("shows a form once: as its log entry only after the submission is deleted", async () => {
    const { api } = service();
    const { accountId } = await api.call("createAccount", { body: { domain: "once.example" } });
    const params = { account_id: accountId };
    const body = { source: "foyer", type: "form-submission", payload: {}, idempotencyKey: "somebody else's" };
    await api.call("createAccountLog", { params, body });
    const form = { purpose: "Talk", buttonTitle: "Talk to us", actionType: "form", url: "" };
    const { path } = await visitedPage(service(), { actions: [form] });
    const page = visitorTokenIn((await visit(service(), path)).html);
    expect((await post(service(), "/_foyer/forms", { page, email: "ada@once.example" })).status).toBe(200);
    const types = async (query = {}) => {
      const { items, totalCount } = await api.call("listAccountTimeline", { params, query });
      return [items.map(({ type }) => type), totalCount];
    };
    expect((await api.call("listAccountLogs", { params })).totalCount).toBe(2);
    expect(await types()).toEqual([["form", "log"], 2]);
    expect(await types({ type: "log" })).toEqual([["log"], 1]);
    const [sent] = (await api.call("listFormSubmissions", { query: { accountId } })).items;
    await api.call("deleteFormSubmission", { params: { submission_id: sent?.submissionId as string } });
    expect(await types()).toEqual([["log", "log"], 2]);
  });
});
