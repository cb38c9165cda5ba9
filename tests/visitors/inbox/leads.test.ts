import { beforeAll, expect, test } from "bun:test";
import { sql } from "../../../server/storage/sql";
import { receiveText } from "../../../server/visitors/inbox/received-form";
import { onBothEngines } from "../../support/database/engines";
import { tenantIdOf } from "../../support/database/rows";
import { stateOf } from "../../support/database/state";
import {
  type AudienceBody,
  type AudienceParams,
  makeAudience,
  makePage,
  makePublishedPage,
} from "../../support/features/versions";
import { pageTokenOf, post, visit, visitorTokenIn } from "../../support/features/visitor";
import { useService } from "../../support/service/service";
import { runJob } from "../../support/service/work";

onBothEngines("what a visitor sends with a form", (engine) => {
  const service = useService(engine, { runsJobs: false });
  const api = () => service().api;
  let pageId: string;

  beforeAll(async () => {
    pageId = await makePublishedPage(api());
  });

  async function live(body: AudienceBody = {}): Promise<AudienceParams & { token: string }> {
    const place = await makeAudience(api(), body, pageId);
    const { items } = await api().call("listPageLinks", { query: { audienceId: place.audience_id } });
    const { html } = await visit(service(), `/default${items[0]?.path}`);
    return { ...place, token: visitorTokenIn(html) };
  }
  const send = (page: string, fields: Record<string, string>) => post(service(), "/_foyer/forms", { page, ...fields });
  const list = async (query: object) => (await api().call("listFormSubmissions", { query })).items;
  const events = async (type: "account.new_visitor" | "form.submitted") =>
    (await api().call("listEvents", { query: { type } })).items.map(({ data }) => data);

  test("becomes a record with a new person, their account and an entry in its log", async () => {
    const { token, audience_id: audienceId } = await live({ externalId: "deal-7" });
    const values = { name: "Grace Hopper", email: "Grace@Navy-Yard.example", message: "Call me" };
    expect((await send(token, { ...values, action: "talk" })).status).toBe(200);
    const [submission] = await list({ audienceId });
    expect(submission).toMatchObject({
      audienceId,
      pageId,
      externalId: "deal-7",
      actionId: "talk",
      identifier: "Grace@Navy-Yard.example",
      identifierType: "email",
      analyticsSessionId: null,
      values,
    });
    const submissionId = submission?.submissionId as string;
    expect(await api().call("getFormSubmission", { params: { submission_id: submissionId } })).toEqual(submission as never);
    const person = await api().call("getPerson", { params: { person_id: submission?.personId as string } });
    expect(person).toMatchObject({ name: "Grace Hopper", email: "Grace@Navy-Yard.example", domain: "navy-yard.example" });
    const account_id = submission?.accountId as string;
    const account = await api().call("getAccount", { params: { account_id } });
    expect(account).toMatchObject({ domain: "navy-yard.example", latestActivityAt: submission?.submittedAt as string });
    const { items: logs } = await api().call("listAccountLogs", { params: { account_id } });
    expect(logs).toMatchObject([{ source: "foyer", type: "form-submission", idempotencyKey: submissionId }]);
    expect(JSON.stringify(logs)).not.toContain("Grace");
    expect((await events("form.submitted"))[0]).toEqual(submission as never);
    const [happened] = (await api().call("listEvents", { query: { type: "form.submitted" } })).items;
    expect(happened?.actor).toEqual({ type: "visitor", keyId: null });
  });

  test("may be as long in writing whose letters take nine bytes when a browser escapes them, and no longer in any", async () => {
    const { token, audience_id: audienceId } = await live();
    const message = "\u6f22".repeat(10_000);
    expect((await send(token, { email: "long@letters.example", message })).status).toBe(200);
    expect((await list({ audienceId }))[0]?.values.message).toBe(message);
    for (const letter of ["a", "\u6f22"]) {
      const refused = await send(token, { email: "long@letters.example", message: letter.repeat(70_000) });
      expect([refused.status, refused.html.includes("It is too long.")]).toEqual([413, true]);
    }
    expect((await list({ audienceId })).length).toBe(1);
    // As no browser sends it: without escapes, and as fields that are nothing but their separators.
    for (const body of [`message=${"\u6f22".repeat(30_000)}`, "=&".repeat(40_000)]) {
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      expect(await receiveText(new Request("http://pages.example", { method: "POST", headers, body }))).toBe("too long");
    }
  });

  test("is from the oldest person with the address, who stays as they are", async () => {
    const create = async (name: string) =>
      (await api().call("createPerson", { body: { name, email: "twin@shared.example" } })).personId;
    const oldest = await create("First");
    await create("Second");
    const { token, audience_id: audienceId } = await live();
    await send(token, { name: "Somebody Else", email: "TWIN@shared.example" });
    expect((await list({ audienceId }))[0]?.personId).toBe(oldest);
    expect((await api().call("getPerson", { params: { person_id: oldest } })).name).toBe("First");
  });

  test("is from the person with the address or number, with whatever keyboard it was typed, and from wherever it was copied", async () => {
    const known = { email: "zeynep@keyboard.example", phoneNumber: "+966501234567" };
    const { personId } = await api().call("createPerson", { body: { name: "Zeynep", ...known } });
    const { token, audience_id: audienceId } = await live();
    const numbers = ["\u202a+966 50 123 4567\u202c", "+٩٦٦٥٠١٢٣٤٥٦٧", "۰۰۹۶۶ ۵۰ ۱۲۳۴۵۶۷"];
    const addresses = [
      "\u200ezeynep@keyboard.example\u200f",
      "ｚｅｙｎｅｐ＠ｋｅｙｂｏａｒｄ．ｅｘａｍｐｌｅ",
      "Zeynep@keyboard.example\ufeff",
    ];
    for (const phone of numbers) expect((await send(token, { phone })).status).toBe(200);
    for (const contact of addresses) expect((await send(token, { contact })).status).toBe(200);
    const sent = await list({ audienceId });
    expect(sent.map((submission) => submission.personId)).toEqual(Array(6).fill(personId));
    expect(new Set(sent.map(({ identifier }) => identifier?.toLowerCase()))).toEqual(new Set(Object.values(known)));
  });

  test.each([
    ["letters of its language", "zoë@bücher.example", "zoë@xn--bcher-kva.example"],
    ["letters of ASCII", "max@xn--grn-ioa.example", "max@grün.example"],
  ])("is from the person whose address has a domain in %s, also where a browser writes it otherwise", async (_, email, other) => {
    const { personId } = await api().call("createPerson", { body: { name: "Owner", email } });
    const { token, audience_id: audienceId } = await live();
    const spellings = [email, other, other.toUpperCase()];
    for (const spelling of spellings) expect((await send(token, { email: spelling })).status).toBe(200);
    expect((await list({ audienceId })).map((one) => one.personId)).toEqual(spellings.map(() => personId));
  });

  test("makes one person of an address in both spellings of its domain, as it is written by hand", async () => {
    const { token, audience_id: audienceId } = await live();
    const spellings = ["eva@xn--kln-sna.example", "eva@köln.example"];
    const answers = await Promise.all(spellings.map((email) => send(token, { email })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [personId, ...others] = new Set((await list({ audienceId })).map((one) => one.personId));
    expect(others).toEqual([]);
    const person = await api().call("getPerson", { params: { person_id: personId as string } });
    expect(person).toMatchObject({ email: "eva@köln.example", domain: "xn--kln-sna.example", name: "eva@köln.example" });
  });

  test("can be listed by page, audience, form, person, account and time", async () => {
    const { token, audience_id: audienceId } = await live();
    await send(token, { email: "one@lists.example", form: "form_00000000000000000000000000" });
    service().advance(1_000);
    await send(token, { email: "two@lists.example", form: "form_other" });
    const [two, one] = await list({ audienceId });
    const ids = async (query: object) => (await list({ audienceId, ...query })).map(({ submissionId }) => submissionId);
    const [idOfTwo, idOfOne] = [two?.submissionId as string, one?.submissionId as string];
    expect(await ids({})).toEqual([idOfTwo, idOfOne]);
    expect(await ids({ formId: "form_other" })).toEqual([idOfTwo]);
    expect(await ids({ personId: one?.personId })).toEqual([idOfOne]);
    expect(await ids({ accountId: one?.accountId })).toEqual([idOfTwo, idOfOne]);
    expect(await ids({ pageId })).toEqual([idOfTwo, idOfOne]);
    expect(await ids({ from: two?.submittedAt })).toEqual([idOfTwo]);
    expect(await ids({ to: two?.submittedAt })).toEqual([idOfOne]);
    const { items, totalCount, nextCursor } = await api().call("listFormSubmissions", { query: { audienceId, limit: 1 } });
    expect([items.length, totalCount]).toEqual([1, 2]);
    const next = await api().call("listFormSubmissions", { query: { audienceId, limit: 1, cursor: nextCursor as string } });
    expect(next.items.map(({ submissionId }) => submissionId)).toEqual([idOfOne]);
  });

  test("is listed page by page with any filters together, and counted by them", async () => {
    const from = `+${service().clock()}`;
    const places = [
      await live(),
      await live(),
      { ...(await makeAudience(api(), {}, await makePublishedPage(api()))), token: "" },
    ];
    const tenantId = await tenantIdOf(service().db, api());
    for (const place of places) place.token ||= await pageTokenOf(service(), tenantId, place.audience_id);
    for (const [index, who] of ["a@one.example", "b@one.example", "c@two.example", "a@one.example"].entries()) {
      for (const [at, { token }] of places.entries()) {
        service().advance(1_000);
        const form = (index + at) % 2 === 0 ? "form_even" : "form_odd";
        expect((await send(token, { email: who, form, message: `${index}` })).status).toBe(200);
      }
    }
    const all = await list({ from });
    expect(all).toHaveLength(12);
    const [first, last] = [all.at(-3), all.at(2)];
    const { pageId, audienceId, formId, personId, accountId } = all[4] as (typeof all)[number];
    const filters = { pageId, audienceId, formId, personId, accountId, from: first?.submittedAt, to: last?.submittedAt };
    const names = Object.keys(filters) as (keyof typeof filters)[];
    for (let chosen = 1; chosen < 2 ** names.length; chosen += 1) {
      const query: Record<string, unknown> = Object.fromEntries(
        names.filter((_, bit) => chosen & (1 << bit)).map((name) => [name, filters[name]]),
      );
      const expected = all.filter((one) =>
        Object.entries(query).every(([name, value]) => {
          if (name === "from") return one.submittedAt >= String(value);
          return name === "to" ? one.submittedAt < String(value) : one[name as "pageId"] === value;
        }),
      );
      const found: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const paged = { from, ...query, limit: 1 + (chosen % 4), ...(cursor === undefined ? {} : { cursor }) };
        const page = await api().call("listFormSubmissions", { query: paged });
        expect([query, page.totalCount]).toEqual([query, expected.length]);
        found.push(...page.items.map(({ submissionId }) => submissionId));
        if (page.nextCursor === null) break;
        cursor = page.nextCursor;
      }
      expect([query, found]).toEqual([query, expected.map(({ submissionId }) => submissionId)]);
    }
  });

  test("stays until it is deleted, which an event tells", async () => {
    const { token, audience_id: audienceId } = await live();
    await send(token, { email: "gone@deleted.example" });
    const params = { submission_id: (await list({ audienceId }))[0]?.submissionId as string };
    const before = (await api().call("listFormSubmissions", {})).totalCount as number;
    await api().call("deleteFormSubmission", { params });
    expect((await api().call("listFormSubmissions", {})).totalCount).toBe(before - 1);
    expect((await api().refusal("getFormSubmission", { params })).status).toBe(404);
    expect((await api().refusal("deleteFormSubmission", { params })).status).toBe(404);
    const left = await service().db.first(sql`
      SELECT 1 AS found FROM submission_identifiers WHERE submission_id = ${params.submission_id}`);
    expect(left).toBeUndefined();
  });

  test("finds what the sender can be known by: an e-mail address, a profile or a number", async () => {
    const cases: [fields: Record<string, string>, known: object][] = [
      [
        { email: "a@known.example", phone: "+49 30 1234567" },
        { identifierType: "email", identifier: "a@known.example" },
      ],
      [
        { email: "", who: "de.linkedin.com/in/Zoe-9?x=1" },
        { identifierType: "linkedin", identifier: "https://www.linkedin.com/in/zoe-9" },
      ],
      [
        { email: "", phone: "+49 (0)30 765-4321" },
        { identifierType: "tel", identifier: "+49307654321" },
      ],
      [
        { email: "", message: "b@known.example" },
        { identifierType: null, identifier: null, personId: null },
      ],
      [
        { email: "", phone: "030 1234" },
        { identifierType: null, identifier: null, personId: null },
      ],
    ];
    await api().call("updateForm", {
      params: { form_id: "form_00000000000000000000000000" },
      body: { fields: [{ name: "message", label: "Message", type: "textarea" }] },
    });
    const { personId } = await api().call("createPerson", {
      body: { name: "Zoe", linkedinProfileUrl: "https://linkedin.com/in/zoe-9/", phoneNumber: "+49307654321" },
    });
    const page = await makePage(api(), { actions: [{ purpose: "Talk", buttonTitle: "Talk", actionType: "form", url: "" }] });
    await api().call("updatePage", { params: { page_id: page }, body: { status: "published" } });
    const { audience_id: audienceId } = await makeAudience(api(), {}, page);
    const token = await pageTokenOf(service(), await tenantIdOf(service().db, api()), audienceId);
    for (const [fields, known] of cases) {
      expect((await send(token, fields)).status).toBe(200);
      service().advance(1);
      expect((await list({ audienceId }))[0]).toMatchObject(known);
    }
    expect(await list({ audienceId, personId })).toHaveLength(2);
  });

  test("makes no person whose name is longer than any of the API", async () => {
    const { token, audience_id: audienceId } = await live();
    const email = `${"e".repeat(60)}@${"long.".repeat(45)}example`;
    for (const sent of [{ name: "\u{1f600}".repeat(400), email: "long@names.example" }, { email }]) await send(token, sent);
    const senders = (await list({ audienceId })).map(({ personId }) => ({ person_id: personId as string }));
    const names = await Promise.all(senders.map(async (params) => (await api().call("getPerson", { params })).name));
    expect(names).toEqual([email.slice(0, 255), "\u{1f600}".repeat(255)]);
  });

  test("needs no name: whoever gives none is known by the identifier", async () => {
    const { token, audience_id: audienceId } = await live();
    await send(token, { email: "nameless@plain.example" });
    const person_id = (await list({ audienceId }))[0]?.personId as string;
    expect((await api().call("getPerson", { params: { person_id } })).name).toBe("nameless@plain.example");
  });

  test("without an identifier is from whom the page was made for, and the account is that of their domain", async () => {
    const { personId } = await api().call("createPerson", { body: { name: "Ada", email: "ada@engines.example" } });
    const { token, audience_id: audienceId } = await live({ personId });
    await send(token, { message: "Call me" });
    const { items } = await api().call("listAccounts", { query: { domain: "engines.example" } });
    const accountId = items[0]?.accountId as string;
    expect((await list({ audienceId }))[0]).toMatchObject({ personId, accountId, identifier: null });
    await post(service(), "/_foyer/ask", { page: token, question: "Who pays?" });
    const asked = (await api().call("listEvents", { query: { type: "question.asked" } })).items[0];
    expect(asked?.data).toMatchObject({ personId, accountId });
  });

  test("a second identity on a page made for one person is told once, by what was declared alone", async () => {
    const email = "owner@visited.example";
    const namesake = (await api().call("createPerson", { body: { name: "Oldest namesake", email } })).personId;
    const { personId } = await api().call("createPerson", { body: { name: "Owner", email } });
    const { token, audience_id: audienceId } = await live({ personId });
    const told = async () => (await events("account.new_visitor")).filter((data) => data.audienceId === audienceId);
    await send(token, { email });
    await send(token, { message: "Nobody in particular" });
    expect([(await list({ audienceId, personId: namesake })).length, await told()]).toEqual([1, []]);
    await send(token, { email: "colleague@visited.example" });
    await send(token, { email: "colleague@visited.example", message: "Again" });
    const [submission] = await list({ audienceId });
    expect(await told()).toMatchObject([
      {
        accountId: submission?.accountId as string,
        personId: submission?.personId as string,
        madeForPersonId: personId,
        identifier: "colleague@visited.example",
        identifierType: "email",
      },
    ]);
  });

  test("is recorded once, however often the same is sent, also at the same time; the visitor is thanked each time", async () => {
    const { token, audience_id: audienceId } = await live();
    const fields = { email: "double@click.example" };
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(token, fields)));
    answers.push(await send(token, fields));
    expect(answers.map(({ status, html }) => [status, html.includes("Thank you")])).toEqual(answers.map(() => [200, true]));
    expect(await list({ audienceId })).toHaveLength(1);
    await send(token, { ...fields, message: "Something else" });
    expect(await list({ audienceId })).toHaveLength(2);
    const ask = () => post(service(), "/_foyer/ask", { page: token, question: "Only once?" });
    await Promise.all([ask(), ask()]);
    const { items } = await api().call("listEvents", { query: { type: "question.asked" } });
    expect(items.filter(({ data }) => data.text === "Only once?")).toHaveLength(1);
  });

  test("is refused with a token that is forged, of another page, too young, too old or used for another form", async () => {
    const { token, audience_id: audienceId } = await live();
    const other = await live();
    const own = async (page: string) => (await visit(service(), `/_foyer/form_token?page=${encodeURIComponent(page)}`)).html;
    const fields = { email: "token@form.example" };
    const _token = await own(token);
    expect((await send(token, { ...fields, _token })).status).toBe(422);
    service().advance(1_000);
    for (const wrong of [`x${_token}`, _token.slice(0, -1), await own(other.token)])
      expect((await send(token, { ...fields, _token: wrong })).status).toBe(422);
    expect((await send(`${token.slice(0, -1)}_`, fields)).status).toBe(422);
    expect((await visit(service(), "/_foyer/form_token?page=none")).status).toBe(422);
    expect(await list({ audienceId })).toEqual([]);
    expect((await send(token, { ...fields, _token })).status).toBe(200);
    expect((await send(token, { ...fields, _token })).status).toBe(200);
    expect((await send(token, { ...fields, message: "Another", _token })).status).toBe(409);
    expect(await list({ audienceId })).toHaveLength(1);
    const late = await own(token);
    service().advance(86_400_001);
    expect((await send(token, { email: "late@form.example", _token: late })).status).toBe(422);
    expect((await send(token, { email: "late@form.example" })).status).toBe(200);
    service().advance(8 * 86_400_000);
    expect((await send(token, { email: "later@form.example" })).status).toBe(422);
  });

  test("a page in memory gets a new token each day, so that it can always be sent", async () => {
    const { audience_id: audienceId } = await live();
    const { items } = await api().call("listPageLinks", { query: { audienceId } });
    const tokens = new Set<string>();
    const tags = new Set<string>();
    for (let days = 0; days < 9; days += 1) {
      const { html, headers } = await visit(service(), `/default${items[0]?.path}`);
      tokens.add(visitorTokenIn(html));
      tags.add(headers.etag as string);
      expect((await send(visitorTokenIn(html), { email: `day${days}@fresh.example` })).status).toBe(200);
      service().advance(86_400_000);
    }
    expect([tokens.size, tags.size]).toEqual([9, 9]);
  });

  test("is refused when a field is filled in that no person can see", async () => {
    const { token, audience_id: audienceId } = await live();
    expect((await send(token, { email: "bot@spam.example", _website: "https://spam.example" })).status).toBe(422);
    expect(await list({ audienceId })).toEqual([]);
  });

  test("goes with the person who sent it or is named in it, and with nobody else", async () => {
    const marker = `marker${crypto.randomUUID().slice(0, 8)}`;
    const email = `${marker}@erased.example`;
    const { personId: ownerId } = await api().call("createPerson", {
      body: { name: "Page owner", email: "owner@erased.example" },
    });
    const { token, audience_id: audienceId } = await live({ personId: ownerId });
    await send(token, { email, name: marker });
    await send(token, { email: "friend@erased.example", message: `Ask ${email}` });
    await send(token, { email: "bystander@erased.example" });
    const personId = (await list({ audienceId })).find(({ identifier }) => identifier === email)?.personId as string;
    const { erased } = await api().call("deletePerson", { params: { person_id: personId } });
    expect(erased.find(({ table }) => table === "form_submissions")).toMatchObject({ found: 2, removed: 2 });
    expect((await list({ audienceId })).map(({ identifier }) => identifier)).toEqual(["bystander@erased.example"]);
    await api().call("deletePerson", { params: { person_id: ownerId } });
    expect(await list({ audienceId })).toHaveLength(1);
    const state = JSON.stringify(await stateOf(service().db));
    expect(state).not.toContain(marker);
  });

  test("the notes of what was sent are removed once no token is valid any more", async () => {
    const { db, advance, clock } = service();
    const sweep = () => runJob(service(), "removeUsedTokens", "installation", null, clock());
    advance(10 * 86_400_000);
    await sweep();
    await send((await live()).token, { email: "old@notes.example" });
    const count = async () => (await db.all(sql`SELECT token_hash FROM used_tokens`)).length;
    const before = await count();
    await sweep();
    expect(before).toBeGreaterThan(0);
    expect(await count()).toBe(before);
    advance(10 * 86_400_000);
    await sweep();
    expect(await count()).toBe(0);
  });
});
