import { expect, test } from "bun:test";
import { sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { post, visit, visitorTokenIn } from "../support/features/visitor";
import { computed, onlySession, sendBatch, sessionsOf, startFrom, TabByHand, visitedPage } from "../support/features/visits";
import { useService } from "../support/service/service";

const form = { purpose: "Talk", buttonTitle: "Talk to us", actionType: "form", url: "" };

onBothEngines("a form that is sent during a visit", (engine) => {
  const service = useService(engine);
  const key = () => crypto.randomUUID().replaceAll("-", "").slice(0, 26);

  async function sentForm(pageId: string) {
    const { items } = await service().api.call("listFormSubmissions", { query: { pageId } });
    expect(items).toHaveLength(1);
    return items[0] as (typeof items)[number];
  }

  test("and its session name each other", async () => {
    const { place, path, token } = await visitedPage(service(), { actions: [form] });
    const tab = new TabByHand(service(), token, key());
    await tab.send(0, [tab.event("s", 0, "", 0)]);
    const page = visitorTokenIn((await visit(service(), path)).html);
    const fields = { page, email: "ada@forms.example", _visit: `visit_${tab.visitKey}` };
    expect((await post(service(), "/_foyer/forms", fields)).status).toBe(200);
    await computed(service());
    const session = await onlySession(service(), place.page_id);
    const { submissionId, analyticsSessionId } = await sentForm(place.page_id);
    expect(analyticsSessionId).toBe(session.analyticsSessionId);
    expect(session).toMatchObject({ formSubmissionId: submissionId, formSubmissionEmail: "ada@forms.example" });
  });

  test("tells its session the address and the phone number that are in it", async () => {
    const { place, path, token } = await visitedPage(service(), { actions: [form] });
    const tab = new TabByHand(service(), token, key());
    await tab.send(0, [tab.event("s", 0, "", 0)]);
    const page = visitorTokenIn((await visit(service(), path)).html);
    const fields = { page, email: "both@forms.example", phone: "+49 30 1234567", _visit: `visit_${tab.visitKey}` };
    expect((await post(service(), "/_foyer/forms", fields)).status).toBe(200);
    await computed(service());
    expect(await onlySession(service(), place.page_id)).toMatchObject({
      ...{ formSubmissionEmail: "both@forms.example", formSubmissionPhone: "+49301234567" },
      ...{ formSubmissionIdentifier: "both@forms.example", formSubmissionIdentifierType: "email" },
    });
  });

  /** A page for somebody whom it knows, with a form that asks for all that it knows and a little more. */
  async function personalPage(name: string, domain = `${crypto.randomUUID()}.example`) {
    const { api } = service();
    const { accountId } = await api.call("createAccount", { body: { domain, name: `${name} Ltd` } });
    const known = { name: `${name} King`, email: `${name}@${domain}`, phoneNumber: "+49301234567" };
    const { personId } = await api.call("createPerson", { body: known });
    const field = (name: string, type: string, options: string[] = []) => ({ name, label: name, type, options });
    const fields = [
      ...[field("name", "text"), field("email", "email"), field("phone", "tel"), field("company", "text")],
      ...[field("size", "select", ["Small"]), field("news", "checkbox"), field("message", "textarea"), field("brief", "file")],
    ];
    const { formId } = await api.call("createForm", { body: { name: "Talk", instructions: "", fields } });
    const visited = await visitedPage(service(), { actions: [{ ...form, url: formId }] }, { personId });
    const { html } = await visit(service(), visited.path);
    const shown = { name: known.name, email: known.email, phone: known.phoneNumber, company: `${name} Ltd` };
    for (const value of Object.values(shown)) expect(html).toContain(` value="${value}"`);
    const send = (tab: TabByHand, values: Record<string, string>, headers: Record<string, string> = {}) => {
      const beside = { page: visitorTokenIn(html), form: formId, _visit: `visit_${tab.visitKey}` };
      const all = { ...beside, ...shown, size: "", message: "", brief: "", ...values };
      return post(service(), "/_foyer/forms", all, headers);
    };
    const latestActivity = async () => {
      const { latestActivityAt } = await api.call("getAccount", { params: { account_id: accountId } });
      return Number(latestActivityAt);
    };
    return { ...visited, ...shown, send, latestActivity, accountId };
  }

  test.each([
    ["a name", { name: "Grace" }],
    ["an address", { email: "else@forms.example" }],
    ["no more than a choice", { size: "Small" }],
    ["a message", { message: "Hello" }],
    ["a field that its owner has removed", { former: "Hello" }],
  ])("proves a person, whatever else their network or browser says, if %s is written in it", async (_, written) => {
    const { place, token, send } = await personalPage("Ada");
    const machine = new TabByHand(service(), token, key(), undefined, { "user-agent": "curl/8" });
    await machine.send(0, [machine.event("s", 0, "", 0)]);
    expect((await send(machine, written)).status).toBe(200);
    await computed(service());
    expect(await onlySession(service(), place.page_id)).toMatchObject({ kind: "person", kindReasons: ["form_sent"] });
  });

  test("proves no person as the page has filled it in, with or without a tick, but is kept", async () => {
    const { place, token, send, latestActivity, accountId } = await personalPage("Edsger");
    const { api } = service();
    const machine = new TabByHand(service(), token, key(), undefined, { "user-agent": "curl/8" });
    await machine.send(0, [machine.event("s", 0, "", 0)]);
    const before = await latestActivity();
    for (const values of [{}, { news: "true" }] as Record<string, string>[]) {
      service().advance(1_000);
      expect((await send(machine, values)).status).toBe(200);
    }
    service().advance(31 * 60_000);
    await computed(service());
    expect(await onlySession(service(), place.page_id)).toMatchObject({ kind: "bot", kindReasons: ["agent_is_bot"] });
    const { total } = await api.call("getPageStats", { params: { page_id: place.page_id }, query: {} });
    expect([total.visits, total.conversions, total.forms, total.persons]).toEqual([0, 0, 0, 0]);
    expect(await latestActivity()).toBe(before);
    const { items } = await api.call("listFormSubmissions", { query: { pageId: place.page_id } });
    const { items: log } = await api.call("listAccountLogs", { params: { account_id: accountId } });
    expect(log.map(({ idempotencyKey }) => idempotencyKey)).toEqual(items.map(({ submissionId }) => submissionId));
    expect(items).toHaveLength(2);
    // Whoever then writes something is a person, with all that was sent.
    expect((await send(machine, { message: "Call me" })).status).toBe(200);
    const query = { pageId: place.page_id };
    const sent = (await api.call("listFormSubmissions", { query })).items.map(({ isPrefilled }) => isPrefilled);
    expect(sent.sort()).toEqual([false, true, true]);
    const told = (await api.call("listEvents", { query: { type: "form.submitted" } })).items;
    const ofPage = told.flatMap(({ data }) => (data.pageId === place.page_id ? [data.isPrefilled] : []));
    expect(ofPage.sort()).toEqual([false, true, true]);
    await computed(service());
    const session = await onlySession(service(), place.page_id);
    expect(session).toMatchObject({ kind: "person", kindReasons: ["form_sent", "prefilled_form_sent"] });
    expect(await latestActivity()).toBeGreaterThan(before);
  });

  test("proves no person either where the browser has written the domain of an address in other letters", async () => {
    const { place, token, email, send } = await personalPage("Grete", "hermann.münchen.example");
    const machine = new TabByHand(service(), token, key(), undefined, { "user-agent": "curl/8" });
    await machine.send(0, [machine.event("s", 0, "", 0)]);
    const written = email.toLowerCase().replace("münchen", "xn--mnchen-3ya");
    expect((await send(machine, { email: written })).status).toBe(200);
    await computed(service());
    expect(await onlySession(service(), place.page_id)).toMatchObject({ kind: "bot", kindReasons: ["agent_is_bot"] });
    const { personId } = await service().api.call("getAudience", { params: place });
    expect(await sentForm(place.page_id)).toMatchObject({ isPrefilled: true, personId, values: { email: written } });
  });

  test("as the page has filled it in is a person's, a lead and a conversion where nothing points to a machine", async () => {
    const { place, token, email, send, latestActivity } = await personalPage("Barbara");
    const { api } = service();
    const tab = new TabByHand(service(), token, key());
    await tab.send(0, [tab.event("s", 0, "", 0)]);
    service().advance(60_000);
    const sentAt = service().clock();
    expect((await send(tab, {})).status).toBe(200);
    service().advance(31 * 60_000);
    await computed(service());
    expect(await onlySession(service(), place.page_id)).toMatchObject({
      ...{ kind: "person", kindReasons: ["prefilled_form_sent"], hasConversion: true },
      formSubmissionEmail: email,
    });
    const { total } = await api.call("getPageStats", { params: { page_id: place.page_id }, query: {} });
    expect([total.visits, total.conversions, total.forms, total.persons]).toEqual([1, 1, 1, 1]);
    expect(await latestActivity()).toBeGreaterThanOrEqual(sentAt);
  });

  test.each([
    ["Alan", "is no new visitor's", {}, 0],
    ["Alonzo", "with a message is one's", { message: "It is me" }, 1],
  ])("with the address that %s no longer has %s", async (name, _, written, count) => {
    const { api } = service();
    const { send, token, place } = await personalPage(name);
    const { personId } = await api.call("getAudience", { params: place });
    await api.call("updatePerson", {
      params: { person_id: personId as string },
      body: { email: `${name}@now-${engine}.example` },
    });
    const tab = new TabByHand(service(), token, key());
    await tab.send(0, [tab.event("s", 0, "", 0)]);
    expect((await send(tab, { phone: "", ...written })).status).toBe(200);
    const { items } = await api.call("listEvents", { query: { type: "account.new_visitor" } });
    expect(items.filter(({ data }) => data.audienceId === place.audience_id)).toHaveLength(count);
  });

  test.each(["nobody", "somebody else"])(
    "and named by a machine in an address that is now of %s makes no person, and takes nothing from who writes it later",
    async (owner) => {
      const { api } = service();
      const { send, token, place, email } = await personalPage("Kurt");
      const { personId } = await api.call("getAudience", { params: place });
      await api.call("updatePerson", {
        params: { person_id: personId as string },
        body: { email: `${crypto.randomUUID()}@now.example` },
      });
      const other = owner === "nobody" ? undefined : await api.call("createPerson", { body: { name: "Other", email } });
      const people = async () => (await api.call("listPersons", {})).totalCount as number;
      const told = async () => {
        const { items } = await api.call("listEvents", { query: { type: "account.new_visitor" } });
        return items.filter(({ data }) => data.audienceId === place.audience_id).map(({ data }) => data.personId);
      };
      const before = await people();
      const machine = new TabByHand(service(), token, key(), undefined, { "user-agent": "curl/8" });
      await machine.send(0, [machine.event("s", 0, "", 0)]);
      expect((await send(machine, { phone: "" })).status).toBe(200);
      const clicked = await sentForm(place.page_id);
      expect(clicked).toMatchObject({ isPrefilled: true, personId: other?.personId ?? personId, identifier: email });
      expect([await people(), await told()]).toEqual([before, []]);
      const tab = new TabByHand(service(), token, key());
      await tab.send(0, [tab.event("s", 0, "", 0)]);
      for (const message of ["It is me", "Again"]) expect((await send(tab, { phone: "", message })).status).toBe(200);
      const [sender, ...more] = await told();
      expect(more).toEqual([]);
      const { items } = await api.call("listPersons", { query: { query: email } });
      expect(items.map((one) => one.personId)).toEqual([sender as string]);
      expect(await people()).toBe(other ? before : before + 1);
    },
  );

  test("belongs to a visit of the version that was shown, also if nothing else told of the visit", async () => {
    const { place, path } = await visitedPage(service(), { actions: [form] });
    const page = visitorTokenIn((await visit(service(), path)).html);
    await service().api.call("createAudienceVersion", { params: place });
    const versions = async () => (await service().api.call("listAudienceVersions", { params: place })).items;
    while ((await versions())[0]?.publishedAt === null) await Bun.sleep(20);
    const _token = (await visit(service(), `/_foyer/form_token?page=${encodeURIComponent(page)}`)).html;
    service().advance(1_000);
    const fields = { page, _token, email: "first@forms.example", _visit: `visit_${key()}` };
    expect((await post(service(), "/_foyer/forms", fields)).status).toBe(200);
    await computed(service());
    const [, first] = await versions();
    expect((await onlySession(service(), place.page_id)).versionId).toBe(first?.versionId as string);
  });

  test.each([
    ["a person", "somebody else"],
    ["a person", "nobody"],
    ["nobody", "somebody"],
  ])(
    "belongs to the tab's visit and to nobody else, though its page was made for %s and the audience is now for %s",
    async (then, now) => {
      const { api } = service();
      const externalId = crypto.randomUUID();
      const personOf = async (name: string) =>
        name === "nobody" ? null : (await api.call("createPerson", { body: { name } })).personId;
      const { place, path, token } = await visitedPage(
        service(),
        { actions: [form] },
        { externalId, personId: await personOf(then) },
      );
      const page = visitorTokenIn((await visit(service(), path)).html);
      const tab = new TabByHand(service(), token, key());
      await tab.send(0, [tab.event("s", 0, "", 0)]);
      const params = { page_id: place.page_id, external_id: externalId };
      await api.call("upsertAudienceByExternalId", { params, body: { personId: await personOf(now) } });
      const fields = { page, form: "form_other", message: "Hello", _visit: `visit_${tab.visitKey}` };
      expect((await post(service(), "/_foyer/forms", fields)).status).toBe(200);
      await computed(service());
      const { analyticsSessionId, hasFormSubmit } = await onlySession(service(), place.page_id);
      expect(hasFormSubmit).toBe(true);
      expect(await sentForm(place.page_id)).toMatchObject({ analyticsSessionId, personId: null });
    },
  );

  test("without the token that the page's script asks for makes up no visit", async () => {
    const { place, path, token } = await visitedPage(service(), { actions: [form] });
    const page = visitorTokenIn((await visit(service(), path)).html);
    const send = (visitKey: string, email: string) =>
      post(service(), "/_foyer/forms", { page, email, _visit: `visit_${visitKey}` });
    const kinds = async () => {
      await computed(service());
      return (await sessionsOf(service(), place.page_id)).map(({ kind, kindReasons }) => [kind, kindReasons] as unknown);
    };
    expect((await send(key(), "made-up@forms.example")).status).toBe(200);
    expect(await kinds()).toEqual([]);
    const tab = new TabByHand(service(), token, key(), undefined, { "user-agent": "curl/8" });
    await tab.send(0, [tab.event("s", 0, "", 0)]);
    expect(await kinds()).toEqual([["bot", ["agent_is_bot"]]]);
    expect((await send(tab.visitKey, "person@forms.example")).status).toBe(200);
    expect(await kinds()).toEqual([["person", ["form_sent"]]]);
    const { items } = await service().api.call("listFormSubmissions", { query: { pageId: place.page_id } });
    expect(items.map(({ identifier }) => identifier)).toEqual(["person", "made-up"].map((name) => `${name}@forms.example`));
  });

  test("without that token is taken 30 times a minute from one network, which leaves room for visitors without JavaScript", async () => {
    await using elsewhere = startFrom(service());
    const { path } = await visitedPage(service(), { actions: [form] });
    const page = visitorTokenIn((await visit(service(), path)).html);
    const headers = { "test-address": "203.0.113.72" };
    const send = async (count: number, _token = "") =>
      (await post(elsewhere, "/_foyer/forms", { page, email: `many${count}@forms.example`, _token }, headers)).status;
    const ahead = service().clock() - Date.now();
    // All within one minute of the limit's own clock.
    service().advance(60_000 - (Math.floor(performance.now() + ahead) % 60_000));
    const statuses = [];
    for (let count = 0; count < 32; count += 1) statuses.push(await send(count));
    expect(statuses).toEqual([...Array(30).fill(200), 429, 429]);
    const own = (await visit(elsewhere, `/_foyer/form_token?page=${encodeURIComponent(page)}`, { headers })).html;
    service().advance(1_000);
    expect(await send(33, own)).toBe(200);
  });

  test("without an identifier declares nobody, also on a person's page", async () => {
    const { personId } = await service().api.call("createPerson", { body: { name: "Owner", email: `owner@${engine}.example` } });
    const { place, path, token } = await visitedPage(service(), { actions: [form] }, { personId });
    const page = visitorTokenIn((await visit(service(), path)).html);
    const tab = new TabByHand(service(), token, key());
    await tab.send(0, [tab.event("s", 0, "", 0)]);
    const persons = async (fields: Record<string, string>) => {
      const sent = { page, form: "form_other", _visit: `visit_${tab.visitKey}`, ...fields };
      expect((await post(service(), "/_foyer/forms", sent)).status).toBe(200);
      await computed(service());
      const { total } = await service().api.call("getPageStats", { params: { page_id: place.page_id }, query: {} });
      return [total.forms, total.persons];
    };
    expect(await persons({ message: "Hello" })).toEqual([1, 0]);
    // Without its country, a number is nobody's for certain.
    expect(await persons({ phone: "030 1234567" })).toEqual([1, 0]);
    expect(await persons({ email: `owner@${engine}.example` })).toEqual([1, 1]);
    // A form without an identifier takes back nothing, also when the one before is deleted.
    expect(await persons({ message: "Thanks" })).toEqual([1, 1]);
    const { items } = await service().api.call("listFormSubmissions", { query: { pageId: place.page_id } });
    const declaring = items.find(({ identifier }) => identifier !== null)?.submissionId as string;
    await service().api.call("deleteFormSubmission", { params: { submission_id: declaring } });
    expect(await persons({ message: "Bye" })).toEqual([1, 1]);
  });

  test("without JavaScript is part of the view, also when half an hour of the clock ends between them", async () => {
    await using elsewhere = startFrom(service());
    const { place, path } = await visitedPage(service(), { actions: [form] });
    const headers = { "test-address": "203.0.113.70", "user-agent": "Mozilla/5.0 (X11; rv:140.0) Gecko/20100101 Firefox/140.0" };
    const { html } = await visit(elsewhere, path, { headers });
    const [, image = ""] = /<noscript><img[^>]* src="([^"]+)"/.exec(html) ?? [];
    expect((await visit(elsewhere, image, { headers })).status).toBe(200);
    const halfHourMs = 30 * 60_000;
    service().advance(halfHourMs - (service().clock() % halfHourMs) + 1);
    const fields = { page: visitorTokenIn(html), email: "grace@forms.example" };
    const from = async (address: string, email: string) =>
      (await post(elsewhere, "/_foyer/forms", { ...fields, email }, { ...headers, "test-address": address })).status;
    expect(await from("203.0.113.70", "grace@forms.example")).toBe(200);
    expect(await from("203.0.113.71", "alan@forms.example")).toBe(200);
    await computed(service());
    const session = await onlySession(service(), place.page_id);
    expect(session).toMatchObject({ hasFormSubmit: true, formSubmissionEmail: "grace@forms.example", timeSpentSeconds: null });
  });

  test("without JavaScript is counted, but leads to no visit, for a visitor who wants privacy", async () => {
    await using elsewhere = startFrom(service());
    const { place, path } = await visitedPage(service(), { actions: [form] });
    const from = (address: string) => ({ "test-address": address, "sec-gpc": "1" });
    const [headers, others] = [from("203.0.113.73"), from("203.0.113.74")];
    const { html } = await visit(elsewhere, path, { headers });
    const [, image = ""] = /<noscript><img[^>]* src="([^"]+)"/.exec(html) ?? [];
    for (const each of [headers, others]) expect((await visit(elsewhere, image, { headers: each })).status).toBe(200);
    const fields = { page: visitorTokenIn(html), email: "private@forms.example" };
    expect((await post(elsewhere, "/_foyer/forms", fields, headers)).status).toBe(200);
    // Who has not looked at the page has no visit.
    const made = { ...fields, email: "made-up@forms.example" };
    expect((await post(elsewhere, "/_foyer/forms", made, from("203.0.113.75"))).status).toBe(200);
    await computed(service());
    const sessions = await sessionsOf(service(), place.page_id);
    expect(sessions.map(({ hasFormSubmit, hasConversion }) => [hasFormSubmit, hasConversion]).sort()).toEqual([
      [false, false],
      [true, true],
    ]);
    for (const session of sessions) expect(session).toMatchObject({ audienceId: null, formSubmissionId: null });
    const { items } = await service().api.call("listFormSubmissions", { query: { pageId: place.page_id } });
    expect(items.map(({ analyticsSessionId }) => analyticsSessionId)).toEqual([null, null]);
    const events = JSON.stringify(await service().db.all(sql`SELECT * FROM visit_events WHERE visit_key LIKE 'view%'`));
    for (const { submissionId, submittedAt } of items) {
      expect(events).not.toContain(submissionId);
      // Nor by the very moment.
      expect(JSON.stringify(sessions)).not.toContain(submittedAt);
      expect(events).not.toContain(String(Date.parse(submittedAt)));
    }
  });

  test("is counted, but leads to no visit, for a visitor who wants privacy as only scripts are told", async () => {
    const { place, path, token } = await visitedPage(service(), { actions: [form] });
    const page = visitorTokenIn((await visit(service(), path)).html);
    const [visitKey, load] = [key(), key()];
    expect((await sendBatch(service(), token, { v: visitKey, l: load, n: 0, e: [[0, "s", 0, "", 0]], p: 1 })).status).toBe(204);
    const fields = { page, email: "private@forms.example", _visit: `visit_${visitKey}p` };
    expect((await post(service(), "/_foyer/forms", fields)).status).toBe(200);
    await computed(service());
    expect(await onlySession(service(), place.page_id)).toMatchObject({
      ...{ audienceId: null, hasFormSubmit: true, hasConversion: true, formSubmissionId: null, formSubmissionEmail: null },
    });
    expect((await sentForm(place.page_id)).analyticsSessionId).toBeNull();
  });

  test("is counted, but leads to no visit, where visits are anonymous; and makes none where they are not recorded", async () => {
    const { place, path, token } = await visitedPage(service(), { actions: [form] });
    const page = visitorTokenIn((await visit(service(), path)).html);
    const tab = new TabByHand(service(), token, key());
    await service().api.call("updateSettings", { body: { recording: "anonymous" } });
    await tab.send(0, [tab.event("s", 0, "", 0)]);
    const fields = { page, email: "barbara@forms.example", _visit: `visit_${tab.visitKey}` };
    expect((await post(service(), "/_foyer/forms", fields)).status).toBe(200);
    await computed(service());
    expect(await onlySession(service(), place.page_id)).toMatchObject({
      ...{ audienceId: null, hasFormSubmit: true, hasConversion: true },
      ...{ formSubmissionId: null, formSubmissionEmail: null, formSubmissionIdentifier: null },
    });
    const { submissionId, analyticsSessionId } = await sentForm(place.page_id);
    expect(analyticsSessionId).toBeNull();
    const events = await service().db.all(sql`SELECT * FROM visit_events`);
    expect(JSON.stringify(events)).not.toContain(submissionId);

    await service().api.call("updateSettings", { body: { recording: "off" } });
    const other = { ...fields, email: "edsger@forms.example", _visit: `visit_${key()}` };
    expect((await post(service(), "/_foyer/forms", other)).status).toBe(200);
    await computed(service());
    expect(await sessionsOf(service(), place.page_id)).toHaveLength(1);
    await service().api.call("updateSettings", { body: { recording: "full" } });
  });

  test.each([
    ["where visits are anonymous", "anonymous", {}],
    ["where visits are not recorded", "off", {}],
    ["for a visitor who wants privacy", "full", { "sec-gpc": "1" }],
  ] as const)(
    "as the page has filled it in is no activity of the account %s; with a message it is",
    async (_, recording, headers) => {
      const { token, send, latestActivity } = await personalPage("Tony");
      await service().api.call("updateSettings", { body: { recording } });
      const before = await latestActivity();
      service().advance(1_000);
      const machine = new TabByHand(service(), token, key(), undefined, { ...headers, "user-agent": "curl/8" });
      await machine.send(0, [machine.event("s", 0, "", 0)]);
      expect((await send(machine, {}, headers)).status).toBe(200);
      service().advance(31 * 60_000);
      await computed(service());
      expect(await latestActivity()).toBe(before);
      expect((await send(machine, { message: "Call me" }, headers)).status).toBe(200);
      expect(await latestActivity()).toBeGreaterThan(before);
      await service().api.call("updateSettings", { body: { recording: "full" } });
    },
  );
});
