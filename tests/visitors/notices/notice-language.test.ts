import { describe, expect, test } from "bun:test";
import { spokenLanguages } from "../../../contract/pages/language";
import { maxFormFileBytes } from "../../../contract/visits/visitor-forms";
import { maxVisitorBytes } from "../../../server/features/assets";
import { type NoticeKind, phrasesOf } from "../../../server/rendering";
import { sql } from "../../../server/storage/sql";
import { noticeResponse } from "../../../server/visitors/notices/notices";
import { onTodaysEngine } from "../../support/database/engines";
import { tenantIdOf } from "../../support/database/rows";
import { leastPage, makeAudience } from "../../support/features/versions";
import { post, type Visit, visit, visitorTokenIn } from "../../support/features/visitor";
import { useService } from "../../support/service/service";
import { runDueJobs } from "../../support/service/work";

const others = spokenLanguages.filter((language) => language !== "en");
const english = phrasesOf("en");

/** Words that are the same in English. */
const sameWords = new Set([
  "de builtInForm.Name",
  "fr builtInForm.Contact",
  "fr builtInForm.Message",
  "nl builtInForm.Contact",
  "nl callout.tip",
]);

describe("in every language", () => {
  test("no notice has the title or the text of the English one", async () => {
    for (const language of others) {
      for (const kind of Object.keys(english.notices) as NoticeKind[]) {
        const [title, text] = english.notices[kind];
        const html = await noticeResponse({ status: 422, kind, language }, null).text();
        expect({ language, kind, same: [title, text].filter((words) => html.includes(words)) }).toEqual({
          language,
          kind,
          same: [],
        });
        expect(html).toStartWith(
          `<!doctype html><html lang="${language}"${["ar", "he"].includes(language) ? ' dir="rtl"' : ""}>`,
        );
      }
    }
  });

  test("no other words of ours on a page are the English ones", () => {
    const same = others.flatMap((language) => {
      const words = allWords(phrasesOf(language));
      return [...allWords(english)].filter(([key, text]) => words.get(key) === text).map(([key]) => `${language} ${key}`);
    });
    expect(new Set(same)).toEqual(sameWords);
  });
});

function allWords(phrases: object, prefix = ""): Map<string, string> {
  return new Map(
    Object.entries(phrases).flatMap(([key, value]): [string, string][] => {
      if (typeof value === "string") return [[prefix + key, value]];
      return typeof value === "function" ? [[prefix + key, value(1, 3)]] : [...allWords(value, `${prefix}${key}.`)];
    }),
  );
}

onTodaysEngine("a notice", (engine) => {
  const service = useService(engine, { runsJobs: false, isClockStopped: true, trustedProxies: ["127.0.0.1"] });
  const api = () => service().api;

  for (const language of others) {
    test(`that follows what a visitor sent from a page in ${language} is in that language`, async () => {
      const { notices, thanks, missing, fileHint } = phrasesOf(language);
      const shows = (sent: Pick<Visit, "html">, kind: NoticeKind, text: string = notices[kind][1]) => {
        expect(sent.html).toContain(`<html lang="${language}"`);
        expect(sent.html).toContain(notices[kind][0]);
        expect(sent.html).toContain(text);
      };
      const { place, path, html, token, formId } = await live(language);
      const [forms = "", ask = ""] = Array.from(html.matchAll(/<form[^>]* action="([^"]+)"/g), ([, address]) =>
        address?.replaceAll("&amp;", "&"),
      );

      shows(await post(service(), ask, { page: token, question: "" }), "question");
      shows(await post(service(), ask, { page: `${token}x`, question: "?" }), "refused");
      shows(await post(service(), ask, { page: "", question: "?" }), "preview");
      shows(await post(service(), ask, { page: token, question: "?".repeat(70_000) }), "question");
      shows(await send(forms, { page: token, form: formId, email: "a".repeat(70_000) }), "tooLong");
      expect((await send(forms, { page: token, form: formId, email: "" })).html).toContain(missing);

      const formToken = (await visit(service(), `/_foyer/form_token?page=${token}`)).html;
      service().advance(2_000);
      const values = { page: token, form: formId, _token: formToken };
      expect((await send(forms, { ...values, email: "a@b.example" })).html).toContain(`<h1>${thanks}</h1>`);
      shows(await send(forms, { ...values, email: "c@d.example" }), "sentBefore");

      const large = new File([new Uint8Array(maxFormFileBytes + 100_000)], "a.pdf");
      shows(await send(forms, { ...values, cv: large }), "refused", fileHint);
      await inFullStorage(async () => shows(await send(forms, values), "noFiles"));
      for (let sent = 0; sent < 12; sent += 1) await send(forms, {}, "203.0.113.9");
      shows(await send(forms, {}, "203.0.113.9"), "tooMany");

      await api().call("archiveAudience", { params: place });
      shows(await visit(service(), path), "gone");
      shows(await post(service(), ask, { page: token, question: "?" }), "gone");
    });
  }

  test("that belongs to no page is in the tenant's language, or in the browser's where there is no tenant", async () => {
    await api().call("updateSettings", { body: { defaultLanguage: "fr" } });
    const headers = { "accept-language": "sv-SE,de-AT;q=0.9,en;q=0.8" };
    const missing = await visit(service(), "/default/nowhere", { headers });
    expect(missing.html).toContain(phrasesOf("fr").notices.notFound[0]);
    const elsewhere = await visit(service(), "/", { host: "nobody.example", headers });
    expect(elsewhere.html).toContain(phrasesOf("de").notices.noSite[0]);
    const unknown = await visit(service(), "/", { host: "nobody.example", headers: { "accept-language": "sv, *;q=0.1" } });
    expect(unknown.html).toContain(english.notices.noSite[0]);
    const hostile = await visit(service(), '/?language="><script>', { host: "nobody.example" });
    expect(hostile.html).toStartWith('<!doctype html><html lang="en"><head>');
  });

  test("about a field of the built-in form is in the page's language, also where it stands in for a deleted form", async () => {
    const { place, path, formId } = await live("de");
    await api().call("deleteForm", { params: { form_id: formId } });
    await api().call("createAudienceVersion", { params: place, body: {} });
    await runDueJobs(service(), service().clock() + 60_000);
    const { html } = await visit(service(), path);
    expect(html).toContain("Nachricht</label>");
    const sent = await post(service(), "/_foyer/forms?language=de", { page: visitorTokenIn(html), form: formId, email: "" });
    expect([sent.status, sent.html.includes("E-Mail."), sent.html.includes("E-mail")]).toEqual([422, true, false]);
  });

  async function live(language: string) {
    service().advance(60_000);
    const fields = [
      { name: "email", label: "E-mail", type: "email", required: true },
      { name: "cv", label: "CV", type: "file" },
    ];
    const { formId } = await api().call("createForm", { body: { name: "Apply", fields } });
    const actions = [{ purpose: "", buttonTitle: "Apply", actionType: "form", url: formId }];
    const { pageId } = await api().call("createPage", { body: { ...leastPage, actions, language } });
    await api().call("updatePage", { params: { page_id: pageId }, body: { status: "published" } });
    const place = await makeAudience(api(), {}, pageId);
    const { items } = await api().call("listPageLinks", { query: { audienceId: place.audience_id } });
    const path = `/default${items[0]?.path}`;
    const { html } = await visit(service(), path);
    return { place, path, html, formId, token: visitorTokenIn(html) };
  }

  /** A form that may have files. */
  async function send(address: string, values: Record<string, string | File>, from?: string): Promise<Pick<Visit, "html">> {
    const body = new FormData();
    for (const [name, value] of Object.entries(values)) body.append(name, value);
    const headers = { host: "pages.foyer.test", ...(from && { "x-forwarded-for": from }) };
    return { html: await (await fetch(`${service().pagesOrigin}${address}`, { method: "POST", headers, body })).text() };
  }

  async function inFullStorage(work: () => Promise<void>): Promise<void> {
    const tenantId = await tenantIdOf(service().db, api());
    const change = (by: number) =>
      service().db.transaction((tx) =>
        tx.run(sql`INSERT INTO counters (tenant_id, name, slot, value) VALUES (${tenantId}, 'bytes from visitors', 0, ${by})
          ON CONFLICT (tenant_id, name, slot) DO UPDATE SET value = counters.value + ${by}`),
      );
    await change(maxVisitorBytes + 1);
    await work();
    await change(-maxVisitorBytes - 1);
  }
});
