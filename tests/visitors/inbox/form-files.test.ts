import { beforeAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { request } from "node:http";
import { maxFormFileBytes } from "../../../contract/visits/visitor-forms";
import { maxVisitorBytes } from "../../../server/features/assets";
import { sql } from "../../../server/storage/sql";
import { onTodaysEngine } from "../../support/database/engines";
import { tenantIdOf } from "../../support/database/rows";
import { stateOf } from "../../support/database/state";
import { type AudienceParams, makeAudience, makePage } from "../../support/features/versions";
import { visit, visitorTokenIn } from "../../support/features/visitor";
import { until } from "../../support/service/jobs";
import { useService } from "../../support/service/service";
import { runDueJobs } from "../../support/service/work";

const pdf = new Blob(["%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"]);
const filename = "CV Grace Hopper.pdf";

onTodaysEngine("a file in a form", (engine) => {
  const service = useService(engine, { runsJobs: false, isClockStopped: true, trustedProxies: ["127.0.0.1"] });
  const api = () => service().api;
  let formId: string;
  let pageId: string;

  beforeAll(async () => {
    const fields = [
      { name: "email", label: "E-mail", type: "email", required: true },
      { name: "cv", label: "Your CV", type: "file", required: true },
      { name: "extra", label: "More", type: "File" },
    ];
    formId = (await api().call("createForm", { body: { name: "Apply", fields } })).formId;
    pageId = await makePage(api(), { actions: [{ purpose: "Apply", buttonTitle: "Apply", actionType: "form", url: formId }] });
    await api().call("updatePage", { params: { page_id: pageId }, body: { status: "published" } });
  });

  async function live(): Promise<AudienceParams & { html: string; action: string; token: string }> {
    service().advance(60_000);
    const place = await makeAudience(api(), {}, pageId);
    const { items } = await api().call("listPageLinks", { query: { audienceId: place.audience_id } });
    const { html } = await visit(service(), `/default${items[0]?.path}`);
    const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    return { ...place, html, action, token: visitorTokenIn(html) };
  }

  /** As a browser without JavaScript sends it. */
  async function send(
    action: string,
    values: Record<string, string | File>,
    from?: string,
  ): Promise<{ status: number; text: string }> {
    const body = new FormData();
    for (const [name, value] of Object.entries(values)) body.append(name, value);
    const headers = { host: "pages.foyer.test", ...(from && { "x-forwarded-for": from }) };
    const answer = await fetch(`${service().pagesOrigin}${action}`, { method: "POST", headers, body });
    return { status: answer.status, text: await answer.text() };
  }
  const cv = (content: Blob = pdf, name = filename) => new File([content], name, { type: "application/pdf" });
  const submissions = async ({ audience_id: audienceId }: AudienceParams) =>
    (await api().call("listFormSubmissions", { query: { audienceId } })).items;
  const assetsOfTenant = async () => (await api().call("listAssets", {})).totalCount as number;
  const left = () => readdirSync(service().files.incoming);

  test("becomes an asset that the submission names, counts as the tenant's, and is a download", async () => {
    const page = await live();
    expect(page.html).toContain('enctype="multipart/form-data"');
    const before = await assetsOfTenant();
    const sent = await send(page.action, {
      page: page.token,
      form: formId,
      email: "g@navy.example",
      cv: cv(),
      extra: new File([], ""),
    });
    expect(sent.status).toBe(200);
    const [submission] = await submissions(page);
    expect(submission?.values).toEqual({ email: "g@navy.example", cv: filename, extra: "" });
    expect(submission?.files.map(({ field }) => field)).toEqual(["cv"]);
    const assetId = submission?.files[0]?.assetId as string;
    const asset = await api().call("getAsset", { params: { asset_id: assetId } });
    expect(asset).toMatchObject({ name: filename, hidden: true, purpose: "Sent with a form" });
    expect(await assetsOfTenant()).toBe(before + 1);
    const file = await fetch(asset.downloadUrl.replace("http://foyer.test", service().origin));
    expect(file.headers.get("content-disposition")).toStartWith("attachment");
    expect(await file.text()).toBe(await pdf.text());
    const [event] = (await api().call("listEvents", { query: { type: "form.submitted" } })).items;
    expect(event?.data).toEqual(submission as never);
    expect(left()).toEqual([]);
  });

  test("is sent once, however often it is sent", async () => {
    const page = await live();
    const values = () => ({ page: page.token, form: formId, email: "twice@navy.example", cv: cv() });
    expect([(await send(page.action, values())).status, (await send(page.action, values())).status]).toEqual([200, 200]);
    expect((await submissions(page)).length).toBe(1);
    const before = await assetsOfTenant();
    service().advance(3_600_000);
    await runDueJobs(service(), service().clock() + 60_000);
    const [submission] = await submissions(page);
    const asset = await api().call("getAsset", { params: { asset_id: submission?.files[0]?.assetId as string } });
    const key = `${asset.tenantId}/${asset.data.fileId}`;
    expect(await service().files.size(key)).toBe(pdf.size);
    expect(await assetsOfTenant()).toBe(before);
  });

  test("is refused if it is required and missing, too large, or something that browsers run", async () => {
    const page = await live();
    const values = { page: page.token, form: formId, email: "g@navy.example" };
    const before = await assetsOfTenant();
    const refused = async (file: File | string) => send(page.action, { ...values, cv: file });
    expect((await refused(new File([], ""))).status).toBe(422);
    expect((await refused("just a name.pdf")).status).toBe(422);
    expect((await refused(cv(new Blob(["<html><script>alert(1)</script>"]), "a.pdf"))).text).toContain("Your CV");
    expect((await refused(cv(new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>']), "a.svg"))).status).toBe(422);
    expect((await refused(cv(new Blob([new Uint8Array(100)]), "a.bin"))).status).toBe(422);
    const large = await refused(cv(new Blob([pdf, new Uint8Array(maxFormFileBytes)])));
    expect([large.status, large.text.includes("10 MB at most")]).toEqual([413, true]);
    const long = await send(page.action, { ...values, about: "a".repeat(70_000), cv: cv() });
    expect([long.status, long.text.includes("It is too long.")]).toEqual([413, true]);
    expect(await submissions(page)).toEqual([]);
    expect(await assetsOfTenant()).toBe(before);
    expect(left()).toEqual([]);
  });

  test("is not read if the page is not named before it, or its form takes none", async () => {
    const page = await live();
    const values = { page: page.token, form: formId, email: "g@navy.example", cv: cv() };
    expect((await send("/_foyer/forms", values)).status).toBe(422);
    expect((await send(page.action.replace("page=", "page=x"), values)).status).toBe(422);
    const plain = await makePage(api(), {});
    await api().call("updatePage", { params: { page_id: plain }, body: { status: "published" } });
    const other = await makeAudience(api(), {}, plain);
    const { items } = await api().call("listPageLinks", { query: { audienceId: other.audience_id } });
    const token = visitorTokenIn((await visit(service(), `/default${items[0]?.path}`)).html);
    expect((await send(`/_foyer/forms?page=${token}`, { ...values, page: token })).status).toBe(422);
    expect(await submissions(other)).toEqual([]);
  });

  test("is not taken beyond what an audience may be sent in a minute, nor beyond what the tenant may have", async () => {
    const page = await live();
    const values = () => ({ page: page.token, form: formId, email: "", cv: cv() });
    const statuses: number[] = [];
    for (let sent = 0; sent < 60; sent += 1) statuses.push((await send(page.action, values())).status);
    expect(new Set(statuses)).toEqual(new Set([422]));
    expect((await send(page.action, values())).status).toBe(429);
    service().advance(60_000);
    const tenantId = await tenantIdOf(service().db, api());
    const change = (by: number) =>
      service().db.transaction((tx) =>
        tx.run(sql`UPDATE counters SET value = value + ${by} WHERE tenant_id = ${tenantId} AND name = 'bytes from visitors'
          AND slot = (SELECT min(slot) FROM counters WHERE tenant_id = ${tenantId} AND name = 'bytes from visitors')`),
      );
    expect(await change(maxVisitorBytes)).toBe(1);
    expect((await send(page.action, { ...values(), email: "full@navy.example" })).status).toBe(503);
    await change(-maxVisitorBytes);
    expect((await send(page.action, { ...values(), email: "full@navy.example" })).status).toBe(200);
  });

  test("is taken although somebody else sends theirs as slowly as can be, and a slow one has five minutes", async () => {
    const page = await live();
    const slow = Array.from({ length: 8 }, () => begin(page.action, "203.0.113.7"));
    await until(() => slow.filter(({ status }) => status() === 429).length === 6);
    const values = { page: page.token, form: formId, email: "quick@navy.example", cv: cv() };
    expect((await send(page.action, values, "198.51.100.4")).status).toBe(200);
    const begun = slow.filter(({ status }) => status() === undefined);
    service().advance(301_000);
    for (const { more } of begun) more();
    await until(() => begun.every(({ status }) => status() === 422));
    expect((await send(page.action, { ...values, email: "late@navy.example" }, "203.0.113.7")).status).toBe(200);
    expect(left()).toEqual([]);
  });

  /** The first bytes of a form with a file. */
  function begin(action: string, from: string) {
    const head = { host: "pages.foyer.test", "x-forwarded-for": from, "content-type": "multipart/form-data; boundary=x" };
    const { hostname, port } = new URL(service().pagesOrigin);
    let status: number | undefined;
    const sent = request({ hostname, port, path: action, method: "POST", headers: head, agent: false }, (answer) => {
      status = answer.statusCode;
      answer.resume();
    });
    sent.on("error", () => {});
    sent.write('--x\r\ncontent-disposition: form-data; name="cv"; filename="cv.pdf"\r\n\r\n%PDF-1.7\n');
    return { status: () => status, more: () => sent.write("more\n") };
  }

  test("is gone with its submission, name and all", async () => {
    const page = await live();
    await send(page.action, { page: page.token, form: formId, email: "del@navy.example", cv: cv() });
    const [submission] = await submissions(page);
    const asset_id = submission?.files[0]?.assetId as string;
    const { tenantId, data } = await api().call("getAsset", { params: { asset_id } });
    const before = await assetsOfTenant();
    await api().call("deleteFormSubmission", { params: { submission_id: submission?.submissionId as string } });
    const asset = await api().call("getAsset", { params: { asset_id } });
    expect(asset.deletedAt).not.toBeNull();
    expect(JSON.stringify(asset)).not.toContain("Hopper");
    expect(await assetsOfTenant()).toBe(before - 1);
    await runDueJobs(service(), service().clock() + 60_000);
    expect(await service().files.size(`${tenantId}/${data.fileId}`)).toBeUndefined();
  });

  test("is erased with the person who sent it, from the trash too", async () => {
    const page = await live();
    await send(page.action, { page: page.token, form: formId, email: "erased@navy.example", cv: cv(pdf, "Zebulon.pdf") });
    const [submission] = await submissions(page);
    const asset_id = submission?.files[0]?.assetId as string;
    const { tenantId, data } = await api().call("getAsset", { params: { asset_id } });
    await api().call("deleteAsset", { params: { asset_id } });
    await api().call("deletePerson", { params: { person_id: submission?.personId as string } });
    await runDueJobs(service(), service().clock() + 60_000);
    expect(await service().files.size(`${tenantId}/${data.fileId}`)).toBeUndefined();
    expect(JSON.stringify(await stateOf(service().db)).toLowerCase()).not.toContain("zebulon");
  });
});
