import { expect, test } from "bun:test";
import { builtInFormId, type Form, type Operations, type Sendable } from "../../contract";
import { replaceContent } from "../../server/storage/backup";
import { openDatabase } from "../../server/storage/open";
import { sql } from "../../server/storage/sql";
import { createStorage, onBothEngines } from "../support/database/engines";
import { useService } from "../support/service/service";
import { createTenant } from "../support/service/tenants";

type NewForm = Sendable<Operations["createForm"]>["body"];
type FormChanges = Sendable<Operations["updateForm"]>["body"];

/** Before there were forms. */
const migrationWithoutForms = 2;

onBothEngines("forms", (engine) => {
  const service = useService(engine);
  const api = () => service().api;
  const create = (body: NewForm) => api().call("createForm", { body });
  const at = (formId: string) => ({ form_id: formId });
  const read = (formId: string) => api().call("getForm", { params: at(formId) });
  const change = (formId: string, body: FormChanges) => api().call("updateForm", { params: at(formId), body });
  const list = async () => (await api().call("listForms", { query: { limit: 100 } })).items;
  const newestEvent = async () => {
    const [event] = (await api().call("listEvents", { query: { limit: 1 } })).items;
    return { type: event?.type, data: event?.data };
  };

  test("a form is kept as it was sent, with its fields in order", async () => {
    const body = {
      name: ' Demo "é" ',
      instructions: "Line\r\n<b>",
      fields: [
        { name: "plan_2", label: "Which? ☕", type: "select", required: true, options: ["B", "", "A", "B"] },
        { name: "a", label: "A", type: "something new", required: false, options: [] },
      ],
      buttonTitle: "Go, {{ person.firstName }}",
      thanks: { title: "Thanks", text: "We call you." },
      next: { title: "Book", url: "https://acme.example/?for={{ person.email }}" },
      consent: "You may write to me.",
    };
    const form = await create(body);
    const { formId, createdAt } = form;
    expect(form).toEqual({ ...body, formId, isBuiltIn: false, createdAt, updatedAt: createdAt });
    expect(formId).toMatch(/^form_[a-z0-9]{26}$/);
    expect(await read(formId)).toEqual(form);
    expect(await newestEvent()).toEqual({ type: "form.created", data: form });
  });

  test("a field needs a name, a label and a type; a form may be without fields", async () => {
    const form = await create({ name: "F", fields: [{ name: "a", label: "A", type: "text" }] });
    expect(form).toMatchObject({
      instructions: null,
      buttonTitle: null,
      thanks: null,
      next: null,
      consent: null,
      fields: [{ name: "a", label: "A", type: "text", required: false, options: [] }],
    });
    expect((await create({ name: "F", fields: [] })).fields).toEqual([]);
  });

  test("a change touches what it names, and fields replace those that were there", async () => {
    const form = await create({ name: "Before", instructions: "I", fields: [{ name: "a", label: "A", type: "text" }] });
    service().advance(1_000);
    const changed = await change(form.formId, { name: "After" });
    expect(changed).toEqual({ ...form, name: "After", updatedAt: changed.updatedAt });
    expect(Number(changed.updatedAt) - Number(form.updatedAt)).toBeGreaterThanOrEqual(1_000);
    expect(await newestEvent()).toEqual({ type: "form.updated", data: changed });
    const field = { name: "b", label: "B", type: "tel", required: true, options: [] };
    expect(await change(form.formId, { instructions: null, fields: [field] })).toMatchObject({
      instructions: null,
      fields: [field],
    });
    expect(await read(form.formId)).toMatchObject({ name: "After", instructions: null, fields: [field] });
  });

  test("all mistakes are reported at once, each with its location", async () => {
    const field = { label: "L", type: "text" };
    const names = ["a", "A", "1a", "a-b", "", "a".repeat(65), "a", "ä", "a\n", "_a"];
    const body = { name: "", fields: [...names.map((name) => ({ ...field, name })), { name: "c", required: 1, options: [7] }] };
    const { errors } = await api().refusal("createForm", { body: body as unknown as NewForm });
    const found = new Set(errors?.map(({ location, code }) => `${location} ${code}`));
    expect([...found].sort()).toEqual(
      [
        ...[1, 2, 3, 4, 7, 8, 9].map((index) => `body.fields[${index}].name bad_format`),
        "body.fields[4].name too_short",
        "body.fields[5].name too_long",
        "body.fields[6].name repeated",
        "body.fields[10].label required",
        "body.fields[10].options[0] wrong_type",
        "body.fields[10].required wrong_type",
        "body.fields[10].type required",
        "body.name too_short",
      ].sort(),
    );
    const fields = Array.from({ length: 51 }, (_, index) => ({ ...field, name: `f${index}` }));
    expect((await api().refusal("createForm", { body: { name: "F", fields } })).errors).toMatchObject([
      { location: "body.fields", code: "too_long" },
    ]);
    expect((await create({ name: "F", fields: fields.slice(1) })).fields).toHaveLength(50);
  });

  test("a deleted form is gone", async () => {
    const { formId } = await create({ name: "Going", fields: [] });
    expect(await api().call("deleteForm", { params: at(formId) })).toEqual({ formId, deleted: true });
    expect(await newestEvent()).toEqual({ type: "form.deleted", data: { formId } });
    expect((await api().refusal("getForm", { params: at(formId) })).code).toBe("not_found");
    expect((await api().refusal("deleteForm", { params: at(formId) })).code).toBe("not_found");
    expect((await list()).map((form) => form.formId)).not.toContain(formId);
  });

  test("the list shows the newest first and the built-in form last", async () => {
    const one = await create({ name: "One", fields: [] });
    const two = await create({ name: "Two", fields: [] });
    const forms = await list();
    expect(forms.slice(0, 2)).toEqual([two, one]);
    expect(forms.at(-1)).toMatchObject({ formId: builtInFormId, isBuiltIn: true });
    expect(forms.filter(({ isBuiltIn }) => isBuiltIn)).toHaveLength(1);
  });

  test("every tenant has a built-in form of its own, which can be changed and not deleted", async () => {
    const { api: newcomer } = await createTenant(service(), "newcomer");
    const [form, ...more] = (await newcomer.call("listForms", {})).items as [Form];
    expect(more).toEqual([]);
    expect(form).toMatchObject({ formId: builtInFormId, isBuiltIn: true, instructions: null });
    expect(form.fields.map(({ name, type, required }) => `${name} ${type} ${required}`)).toEqual([
      "name text false",
      "email email true",
      "message textarea false",
    ]);
    expect(await change(builtInFormId, { name: "Ours now" })).toMatchObject({ name: "Ours now", isBuiltIn: true });
    expect(await newcomer.call("getForm", { params: at(builtInFormId) })).toEqual(form);
    const refused = await api().refusal("deleteForm", { params: at(builtInFormId) });
    expect([refused.status, refused.code]).toEqual([409, "form_built_in"]);
    expect(await read(builtInFormId)).toMatchObject({ name: "Ours now" });
  });

  test("a tenant older than forms gets the same built-in form as a new tenant", async () => {
    const [form] = (await (await createTenant(service(), "new one")).api.call("listForms", {})).items;
    const storage = await createStorage(engine, { hasTables: true });
    const db = openDatabase(storage);
    try {
      const content = async function* () {
        const rows = ["a", "b"].map((name, index) => ({ tenant_id: `tenant_${name}`, name, created_at: 1_000 + index }));
        yield { table: "tenants", rows };
      };
      await replaceContent(db, { migration: migrationWithoutForms, content, overwrite: true });
      const rows = await db.all<Record<string, unknown>>(sql`SELECT * FROM forms ORDER BY tenant_id`);
      const { name, fields } = form as Form;
      const same = { form_id: builtInFormId, name, instructions: null, fields: JSON.stringify(fields), look: "{}" };
      expect(rows).toEqual([
        { tenant_id: "tenant_a", ...same, created_at: 1_000, updated_at: 1_000 },
        { tenant_id: "tenant_b", ...same, created_at: 1_001, updated_at: 1_001 },
      ]);
    } finally {
      await db.close();
      await storage.remove();
    }
  });
});
