import { beforeAll, expect, test } from "bun:test";
import type { Operations, Sendable } from "../../../contract";
import { onBothEngines } from "../../support/database/engines";
import { type AudienceParams, buildVersion, leastPage, makeAudience, makePublishedPage } from "../../support/features/versions";
import { post, visit, visitorTokenIn } from "../../support/features/visitor";
import { until } from "../../support/service/jobs";
import { useService } from "../../support/service/service";

onBothEngines("what visitors send from a page", (engine) => {
  const service = useService(engine);
  const api = () => service().api;
  const open = (path: string) => visit(service(), path);
  let pageId: string;

  beforeAll(async () => {
    pageId = await makePublishedPage(api());
  });

  /** The audience and its path on the service's own host. */
  async function live(
    body: Parameters<typeof makeAudience>[1] = {},
    page = pageId,
  ): Promise<{ place: AudienceParams; path: string }> {
    const place = await makeAudience(api(), body, page);
    const links = await api().call("listPageLinks", { query: { audienceId: place.audience_id } });
    const link = links.items[0] as (typeof links.items)[number];
    return { place, path: `/default${link.path}` };
  }

  /** A page that opens this form, and its visitor token. */
  async function liveForm(body: Sendable<Operations["createForm"]>["body"]) {
    const { formId } = await api().call("createForm", { body });
    const action = { purpose: "", buttonTitle: "Agree", actionType: "form", url: formId };
    const { pageId } = await api().call("createPage", { body: { ...leastPage, name: body.name, actions: [action] } });
    await api().call("updatePage", { params: { page_id: pageId }, body: { status: "published" } });
    const { place, path } = await live({}, pageId);
    const { html } = await open(path);
    return { formId, place, path, html, page: visitorTokenIn(html) };
  }

  test("becomes an event of its audience, be it a question or a form", async () => {
    const { place, path } = await live();
    const token = visitorTokenIn((await open(path)).html);
    const send = async (to: string, fields: Record<string, string>) => (await post(service(), to, fields)).status;
    expect(await send("/_foyer/ask", { page: token, question: "Does it float?" })).toBe(200);
    expect(await send("/_foyer/ask", { page: `${token}x`, question: "Does it float?" })).toBe(422);
    expect(await send("/_foyer/ask", { page: token, question: " " })).toBe(422);
    const asked = await api().call("listEvents", { query: { type: "question.asked" } });
    expect(asked.items[0]?.data).toMatchObject({ audienceId: place.audience_id, text: "Does it float?" });
    expect(await send("/_foyer/ask", { page: "", question: "From a preview?" })).toBe(200);
    const answers = { name: "Grace", email: "grace@navy.example" };
    expect(await send("/_foyer/forms", { page: token, form: "", action: "a", ...answers, other: "x" })).toBe(200);
    const submitted = await api().call("listEvents", { query: { type: "form.submitted" } });
    const { audience_id: audienceId } = place;
    expect(submitted.items[0]?.data).toMatchObject({ audienceId, actionId: "a", values: { ...answers, other: "x" } });
    await api().call("archiveAudience", { params: place });
    expect(await send("/_foyer/ask", { page: token, question: "Still there?" })).toBe(410);
  });

  test("is not lost when its form was changed or deleted after the page was built, and needs no field that the page did not show", async () => {
    const field = (name: string, label: string) => ({ name, label, type: "text", required: true });
    const body = { name: "Size", fields: [field("size", "Size for {{ person.firstName | default: 'you' }}")] };
    const { formId } = await api().call("createForm", { body });
    const action = { purpose: "", buttonTitle: "Measure", actionType: "form", url: formId };
    const { pageId } = await api().call("createPage", { body: { ...leastPage, name: "Measured", actions: [action] } });
    await api().call("updatePage", { params: { page_id: pageId }, body: { status: "published" } });
    const { path } = await live({ externalId: "deal-1" }, pageId);
    const page = visitorTokenIn((await open(path)).html);
    const empty = await post(service(), "/_foyer/forms", { page, form: formId, size: "" });
    expect([empty.status, empty.html.includes("Size for you"), empty.html.includes("{{")]).toEqual([422, true, false]);
    await api().call("updateForm", { params: { form_id: formId }, body: { fields: [field("length", "Length")] } });
    expect((await post(service(), "/_foyer/forms", { page, form: formId, size: "XL" })).status).toBe(200);
    await api().call("deleteForm", { params: { form_id: formId } });
    expect((await post(service(), "/_foyer/forms", { page, form: formId, size: "XXL" })).status).toBe(200);
    const { items } = await api().call("listEvents", { query: { type: "form.submitted" } });
    const seen = items.slice(0, 2).map(({ data }) => [data.formId, data.externalId, data.values]);
    expect(seen).toEqual([
      [formId, "deal-1", { size: "XXL" }],
      [formId, "deal-1", { size: "XL" }],
    ]);
  });

  test("has the words of consent that its page shows or has shown, and no others", async () => {
    const consent = "You may write to {{ person.firstName | default: 'me' }}.\r\nI can say no at any time. ";
    const { formId, place, path, page } = await liveForm({ name: "Agreed", fields: [], consent });
    const send = async (fields: Record<string, string>) => {
      const { status } = await post(service(), "/_foyer/forms", { page, form: formId, ...fields });
      return status;
    };
    const shown = "You may write to me.\r\nI can say no at any time. ";
    expect(await send({ consent: "You may sell what I write." })).toBe(422);
    expect(await send({ consent: "true" })).toBe(422);
    expect(await send({ consent: shown, note: "first" })).toBe(200);
    await api().call("updateForm", { params: { form_id: formId }, body: { consent: "Other words" } });
    await buildVersion(api(), place);
    // The page in memory goes with a message from the database, which may come a moment later.
    await until(async () => (await open(path)).html.includes("Other words"));
    expect(await send({ consent: shown, note: "second" })).toBe(200);
    expect(await send({ consent: "You may sell what I write." })).toBe(422);
    await api().call("updateForm", { params: { form_id: formId }, body: { consent: null } });
    await buildVersion(api(), place);
    expect(await send({ consent: "You may sell what I write.", note: "third" })).toBe(200);
    const { items } = await api().call("listFormSubmissions", { query: { audienceId: place.audience_id } });
    const kept = "You may write to me.\nI can say no at any time.";
    expect(items.map(({ values }) => values)).toEqual([
      { note: "third" },
      { consent: kept, note: "second" },
      { consent: kept, note: "first" },
    ]);
  });

  test("has its consent beside as many fields as a form may have, and whatever characters are in its words", async () => {
    const names = Array.from({ length: 50 }, (_, index) => `field_${index}`);
    const fields = names.map((name) => ({ name, label: name, type: "text" }));
    const { formId, place, page } = await liveForm({ name: "Long", fields, consent: "Yes \ufdd0\u0001\u2028\rand more" });
    const values = Object.fromEntries(names.map((name) => [name, "x"]));
    // Browsers send what the page shows, and pages show no noncharacters.
    const consent = "Yes \ufffd\u0001\u2028\r\nand more";
    expect((await post(service(), "/_foyer/forms", { page, form: formId, ...values, consent })).status).toBe(200);
    const { items } = await api().call("listFormSubmissions", { query: { audienceId: place.audience_id } });
    expect(items[0]?.values).toEqual({ ...values, consent: "Yes \ufffd\u0001\u2028\nand more" });
  });

  test("has the consent of a form whose own field has the same name: the page leaves that field out", async () => {
    const fields = [{ name: "consent", label: "A field of its own", type: "text", required: true }];
    const { formId, html, page } = await liveForm({ name: "Both", fields, consent: "You may call me." });
    expect(html.match(/name="consent"/g)).toHaveLength(1);
    expect(html).not.toContain("A field of its own");
    const send = async (consent: string) => (await post(service(), "/_foyer/forms", { page, form: formId, consent })).status;
    expect([await send("anything"), await send("You may call me.")]).toEqual([422, 200]);
  });

  test("is erased with the person who wrote it on the pages of others", async () => {
    const { path } = await live();
    const page = visitorTokenIn((await open(path)).html);
    const eve = { name: "Eve Moneypenny", email: "eve_100%@acme.example" };
    const { personId } = await api().call("createPerson", { body: eve });
    await post(service(), "/_foyer/forms", { page, name: eve.name, email: eve.email.toUpperCase() });
    await post(service(), "/_foyer/ask", { page, question: `Write to ${eve.email}, please` });
    await post(service(), "/_foyer/ask", { page, question: "Not hers: eve-100x@acme.example" });
    await api().call("deletePerson", { params: { person_id: personId } });
    const { items } = await api().call("listEvents", { query: { limit: 100 } });
    const written = items.filter(({ type }) => type === "question.asked" || type === "form.submitted");
    expect(JSON.stringify(written).toLowerCase()).not.toContain(eve.email);
    expect(JSON.stringify(written)).toContain("Not hers");
  });
});
